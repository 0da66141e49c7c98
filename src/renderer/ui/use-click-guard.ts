import { useEventListener } from '@vueuse/core'

/** What does something when it is clicked. */
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

/** Marks a control that the pointer goes through; see `base.css`. */
const mark = 'data-slid-under-pointer'
/** How far (px) a resting hand moves the pointer. */
const restingDistance = 4
/** How long (ms) a control can’t be clicked: until the pointer moves a little, and until it is clickable even without that. */
const quickClickMs = 500
const longestMs = 3_000

/**
 * A click never acts on what slid under the pointer after another click. When a click changes the layout, such as a row that leaves its
 * list, the control that takes the place of the clicked one ignores the pointer until it moves, a key is pressed, or three
 * seconds have passed. The page has one guard, so that lists, bars and dialogs need nothing of their own.
 *
 * Nor does a press act on a control that was disabled when it began.
 *
 * A control that is created again, but means the same, has the same `data-repeat`.
 */
export function useClickGuard(): void {
  /** Where the pointer was pressed last. */
  let press: Point | undefined
  /** The control that it was pressed on while nothing could be done there. */
  let disabled: Element | undefined
  /** The control that was clicked last, while the pointer rests where it was. */
  let watched: (Point & { control: Element; repeat: string | undefined }) | undefined
  /** When controls that can’t be clicked arrived under the pointer. */
  const held = new Map<Element, number>()
  /** Controls that arrived long enough ago. */
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
    // Keys and labels click without a pointer.
    if (!event.isTrusted || !press || !isNear(event, press)) return
    const control = closestControl(event.target)
    // A press that leaves a field may apply what was typed there, and so enable what it is on.
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

  /** Whether a control may be clicked where another one was clicked last. */
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
      // What lies behind it is a control perhaps.
      found = controlAt(watched)
    }
  }

  function releaseOld() {
    timer = undefined
    release(longestMs)
    if (held.size > 0) timer = setTimeout(releaseOld, longestMs)
  }

  /** Makes the controls clickable that arrived at least as many milliseconds ago. */
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

/** The control at a point; also the ground of a dialog, where a click closes it. */
function controlAt({ x, y }: Point): Element | undefined {
  const element = document.elementFromPoint(x, y)
  return element instanceof HTMLDialogElement ? element : closestControl(element)
}

const isDisabled = (control: Element): boolean => control.getAttribute('aria-disabled') === 'true'

function repeatOf(control: Element): string | undefined {
  return control instanceof HTMLElement ? control.dataset['repeat'] : undefined
}
