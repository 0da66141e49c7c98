/** Gives the focus to a row as a whole, without scrolling to it if `isStill`. */
export function focusRow(row: HTMLElement, isStill = false): void {
  if (!row.matches('a, button, [tabindex]')) row.tabIndex = -1
  row.focus({ preventScroll: isStill })
}

/** Gives the focus to the row of a grid that Tab would reach. */
export function focusGrid(grid: HTMLElement): boolean {
  const target = grid.tabIndex >= 0 ? grid : grid.querySelector<HTMLElement>('[tabindex="0"]')
  target?.focus()
  return target !== null
}
