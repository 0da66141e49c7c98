import { useEventListener, useMutationObserver } from '@vueuse/core'

/**
 * Keeps the focus near its place when an action removes or disables the focused control, after which the browser would
 * start at the top of the page: focuses the heading of what is left around it, or the control once it’s enabled again.
 * A screen that knows a better place moves the focus itself.
 */
export function useKeptFocus(): void {
  /** The focused control and its ancestors; empty after a click on something else. */
  let path: readonly HTMLElement[] = []
  useEventListener(document, 'focusin', ({ target }) => (path = ancestorsOf(target)))
  useEventListener(document, 'pointerdown', () => (path = []), { capture: true })
  useMutationObserver(document.documentElement, () => isLost() && waitForOthers(restore), {
    subtree: true,
    childList: true,
    attributeFilter: ['disabled'],
  })

  const isLost = () => path.length > 0 && document.activeElement === document.body

  function restore() {
    if (!isLost()) return
    const [control] = path
    if (control!.isConnected) return control!.focus({ preventScroll: true })
    const dialog = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1)
    const place = path.find((element) => element.isConnected && element.matches('section, main'))
    const isReachable = place && (!dialog || dialog.contains(place))
    const heading =
      (isReachable ? headingIn(place) : undefined) ??
      headingIn(dialog) ??
      document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
}

const headingIn = (place: HTMLElement | undefined) =>
  place?.querySelector<HTMLElement>('h1, h2, h3') ?? undefined

/** Menus return the focus a moment after they close. */
function waitForOthers(run: () => void) {
  requestAnimationFrame(() => setTimeout(run))
}

function ancestorsOf(target: EventTarget | null): HTMLElement[] {
  const ancestors: HTMLElement[] = []
  for (let at = target; at instanceof HTMLElement; at = at.parentElement) ancestors.push(at)
  return ancestors
}
