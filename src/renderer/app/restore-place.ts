import { focusGrid, focusRow } from './rows.ts'

/** What was in view and had the focus when a screen was left. */
export interface ViewPosition {
  top: number
  /** Whether something in it was used, other than the heading. */
  hadFocus: boolean
  /** The `data-item` of the focused row. */
  item?: string | undefined
  /** The address that was opened from there, such as `#/of/…/people/@maya`, also where it redirects. */
  opened: string
}

/** Milliseconds in which the content of a screen has to come back. */
const patience = 5000

/**
 * Scrolls to a place on a screen and gives the focus to the row that was opened from there, or else to the heading, as soon as the
 * content is there. Ends when somebody scrolls, types or clicks. Returns a function that ends it.
 */
export function restorePlace(main: HTMLElement, place: ViewPosition): () => void {
  let isFocused = false
  return whenRendered(main, () => {
    main.scrollTop = place.top
    isFocused ||= place.hadFocus ? focusOpened(main, place) : focusHeading(main)
    return isFocused && Math.abs(main.scrollTop - place.top) < 2
  })
}

/**
 * Gives the focus to the list of a screen as soon as it is there, and until then to the heading. Ends when somebody scrolls, types or
 * clicks. Returns a function that ends it.
 */
export function focusContent(main: HTMLElement): () => void {
  focusHeading(main)
  return whenRendered(main, () => {
    const grid = main.querySelector<HTMLElement>('[role=grid]')
    if (grid) return focusGrid(grid)
    const row = main.querySelector<HTMLElement>(listRow)
    if (row) focusRow(row)
    return row !== null
  })
}

/** Rows of lists; other items, such as settings, are found by their names. */
const listRow = ':is(li, tr)[data-item]'

/** Tries again whenever the content changes, until it succeeds, somebody scrolls, types or clicks, or time is up. */
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

  /** The row is gone: the heading announces the screen, as on any other. */
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
  const link = findLink(main, opened)
  const target = link ?? row
  if (!(target instanceof HTMLElement)) return false
  if (target === link) link.focus({ preventScroll: true })
  else focusRow(target, true)
  return true
}

/** The link to an address outside of navigation bars: with its query, or the only one without. */
function findLink(main: HTMLElement, address: string): HTMLAnchorElement | undefined {
  const links = [...main.querySelectorAll<HTMLAnchorElement>('a[href^="#"]:not(nav a)')]
  const pathOf = (hash: string) => hash.split('?')[0]
  const samePath = links.filter(({ hash }) => pathOf(hash) === pathOf(address))
  return (
    samePath.find(({ hash }) => hash === address) ?? (samePath.length > 1 ? undefined : samePath[0])
  )
}
