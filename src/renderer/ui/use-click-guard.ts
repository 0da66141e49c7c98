import { useEventListener } from '@vueuse/core'

/** Selectors for clickable controls. */
const controls = [
  'a[href]',
  'button',
  'input',
  'label',
  'select',
  'summary',
  'textarea',
  ...[
    'button',
    'checkbox',
    'menuitem',
    'menuitemradio',
    'option',
    'radio',
    'row',
    'switch',
    'tab',
  ].map((role) => `[role="${role}"]`),
].join(',')

interface Point {
  x: number
  y: number
}

/** Marks a control that ignores the pointer; see `utilities.css`. */
const mark = 'data-slid-under-pointer'
/** The pointer is considered at rest until it moves farther than this (px). */
const restingDistance = 4
/** How long (ms) a control stays blocked if the pointer moves slightly, and if it doesn’t move at all. */
const quickClickMs = 500
const longestMs = 3_000

/**
 * Prevents accidental clicks on a control that slid under the pointer. When a click changes the layout, for example by
 * removing a row, whatever control takes its place ignores the pointer until it moves, a key is pressed, or three
 * seconds have passed. One guard covers the whole page, so lists, bars and dialogs don’t need their own.
 *
 * A press that begins on a disabled control doesn’t act on it either, even if it’s enabled by the time of the click.
 *
 * A recreated control with the same meaning keeps its `data-repeat`.
 */
export function useClickGuard(): void {
  /** Where the pointer was last pressed down. */
  let press: Point | undefined
  /** The disabled control it was pressed on. */
  let disabled: Element | undefined
  /** The last clicked control, while the pointer rests. */
  let watched: (Point & { control: Element; repeat: string | undefined }) | undefined
  /** When each blocked control arrived under the pointer. */
  const held = new Map<Element, number>()
  /** Controls that are no longer blocked. */
  let released = new WeakSet<Element>()
  const observer = new MutationObserver(check)
  let timer: ReturnType<typeof setTimeout> | undefined

  useEventListener(document, 'click', onClick, { capture: true })
  useEventListener(document, ['pointerdown', 'pointermove'], onPointer, { capture: true })
  useEventListener(document, ['keydown', 'wheel'], end, { capture: true, passive: true })
  useEventListener(document, ['scroll', 'transitionend', 'animationend'], check, { capture: true })
  useEventListener(window, 'resize', check)

  function onPointer(event: PointerEvent) {
    if (event.type === 'pointerdown') {
      press = { x: event.clientX, y: event.clientY }
      const control = closestControl(event.target)
      disabled = control && isDisabled(control) ? control : undefined
    }
    if (!watched) return
    if (isNear(event, watched)) release(quickClickMs)
    else end()
  }

  function onClick(event: MouseEvent) {
    // Keys and labels trigger clicks without the pointer.
    if (!event.isTrusted || !press || !isNear(event, press)) return
    const control = closestControl(event.target)
    // Leaving a field may apply its text and thereby enable the pressed control.
    if (control && control === disabled && !isDisabled(control)) {
      event.preventDefault()
      return event.stopImmediatePropagation()
    }
    if (watched && isNear(event, watched) && !(control && isSame(control))) return
    end()
    if (!control) return
    watched = { control, repeat: repeatOf(control), ...press }
    observer.observe(document.documentElement, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class', 'style', 'hidden', 'open', 'disabled'],
    })
  }

  /** Whether a control is the one that was last clicked, or a recreated equivalent. */
  function isSame(control: Element): boolean {
    if (!watched || control === watched.control || released.has(control)) return true
    return watched.repeat !== undefined && watched.repeat === repeatOf(control)
  }

  function check() {
    if (!watched) return
    let found = controlAt(watched)
    while (found && !isSame(found) && !held.has(found)) {
      held.set(found, performance.now())
      found.setAttribute(mark, '')
      timer ??= setTimeout(releaseOld, longestMs)
      // Another control may be behind it.
      found = controlAt(watched)
    }
  }

  function releaseOld() {
    timer = undefined
    release(longestMs)
    if (held.size > 0) timer = setTimeout(releaseOld, longestMs)
  }

  /** Releases controls blocked for at least this long. */
  function release(ms: number) {
    for (const [control, since] of held) {
      if (performance.now() - since < ms) continue
      control.removeAttribute(mark)
      held.delete(control)
      released.add(control)
    }
  }

  function end() {
    if (!watched) return
    watched = undefined
    observer.disconnect()
    clearTimeout(timer)
    timer = undefined
    for (const control of held.keys()) control.removeAttribute(mark)
    held.clear()
    released = new WeakSet()
  }
}

function isNear({ clientX, clientY }: MouseEvent, { x, y }: Point): boolean {
  return Math.hypot(clientX - x, clientY - y) <= restingDistance
}

function closestControl(target: EventTarget | null): Element | undefined {
  return (target instanceof Element && target.closest(controls)) || undefined
}

/** The control at a point. A dialog’s backdrop counts, because clicking it closes the dialog. */
function controlAt({ x, y }: Point): Element | undefined {
  const element = document.elementFromPoint(x, y)
  return element instanceof HTMLDialogElement ? element : closestControl(element)
}

const isDisabled = (control: Element): boolean => control.getAttribute('aria-disabled') === 'true'

function repeatOf(control: Element): string | undefined {
  return control instanceof HTMLElement ? control.dataset['repeat'] : undefined
}
