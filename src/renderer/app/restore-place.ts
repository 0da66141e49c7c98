/** Where the user left off on a screen: its scroll position and focus. */
export interface ViewPosition {
  top: number
  /** Whether something other than the heading was focused. */
  hadFocus: boolean
  /** The `data-item` of the focused row. */
  item?: string | undefined
  /** The address the user went to, such as `#/of/…/people/@maya`, before any redirect. */
  opened: string
}

/** How long (ms) to wait for a screen’s content. */
const patience = 5000

/**
 * Once the content is rendered, restores the scroll position and focuses the row the user opened, or else the heading.
 * Gives up when the user scrolls, types or clicks. Returns a function that stops it.
 */
export function restorePlace(
  main: HTMLElement,
  scroller: HTMLElement,
  place: ViewPosition,
): () => void {
  let isFocused = false
  return whenRendered(main, () => {
    scroller.scrollTop = place.top
    isFocused ||= place.hadFocus ? focusOpened(main, place) : focusHeading(main)
    return isFocused && Math.abs(scroller.scrollTop - place.top) < 2
  })
}

/**
 * Focuses the heading, then the screen’s list once it’s rendered. Gives up when the user scrolls, types or clicks.
 * Returns a function that stops it.
 */
export function focusContent(main: HTMLElement): () => void {
  focusHeading(main)
  return whenRendered(main, () => {
    const grid = main.querySelector<HTMLElement>('[role=grid]')
    return grid !== null && focusGrid(grid)
  })
}

/** Focuses a grid, or its tabbable cell; returns whether it has one. */
export function focusGrid(grid: HTMLElement): boolean {
  const target = grid.tabIndex >= 0 ? grid : grid.querySelector<HTMLElement>('[tabindex="0"]')
  target?.focus()
  return target !== null
}

/** Retries on every content change until `attempt` succeeds, time runs out, or the user scrolls, types or clicks. */
function whenRendered(main: HTMLElement, attempt: () => boolean): () => void {
  const ending = new AbortController()
  const { signal } = ending
  const observer = new MutationObserver(() => requestAnimationFrame(tryOnce))
  const timer = setTimeout(giveUp, patience)

  function tryOnce() {
    if (!signal.aborted && attempt()) end()
  }

  function end() {
    clearTimeout(timer)
    observer.disconnect()
    ending.abort()
  }

  /** Falls back to the heading, which announces the screen, because the row is gone. */
  function giveUp() {
    end()
    if (document.activeElement === document.body) focusHeading(main)
  }

  for (const event of ['wheel', 'pointerdown', 'keydown']) {
    window.addEventListener(event, end, { signal, passive: true })
  }
  observer.observe(main, { childList: true, subtree: true })
  requestAnimationFrame(tryOnce)
  return end
}

function focusHeading(main: HTMLElement): boolean {
  const heading = main.querySelector('h1')
  heading?.focus({ preventScroll: true })
  return heading !== null
}

function focusOpened(main: HTMLElement, { item, opened }: ViewPosition): boolean {
  const row = item === undefined ? null : main.querySelector(`[data-item="${CSS.escape(item)}"]`)
  const target = findLink(main, opened) ?? row
  if (!(target instanceof HTMLElement)) return false
  if (!target.matches('a, [tabindex]')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  return true
}

/** Finds a link to an address outside navigation bars, even with a different query if no other link shares its path. */
function findLink(main: HTMLElement, address: string): HTMLAnchorElement | undefined {
  const links = [...main.querySelectorAll<HTMLAnchorElement>('a[href^="#"]:not(nav a)')]
  const pathOf = (hash: string) => hash.split('?')[0]
  const samePath = links.filter(({ hash }) => pathOf(hash) === pathOf(address))
  return (
    samePath.find(({ hash }) => hash === address) ?? (samePath.length > 1 ? undefined : samePath[0])
  )
}
