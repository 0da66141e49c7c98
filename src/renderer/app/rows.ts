/** Focuses a row as a whole; `isStill` prevents scrolling to it. */
export function focusRow(row: HTMLElement, isStill = false): void {
  if (!row.matches('a, button, [tabindex]')) row.tabIndex = -1
  row.focus({ preventScroll: isStill })
}

/** Focuses a grid’s tabbable row. */
export function focusGrid(grid: HTMLElement): boolean {
  const target = grid.tabIndex >= 0 ? grid : grid.querySelector<HTMLElement>('[tabindex="0"]')
  target?.focus()
  return target !== null
}
