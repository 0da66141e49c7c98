/** The row that a key moves to; undefined for other keys and empty lists. */
export function rowAfterKey(
  key: string,
  row: number,
  rows: number,
  rowsInView: number,
): number | undefined {
  if (rows === 0) return undefined
  const step = Math.max(1, rowsInView - 1)
  const to = {
    j: row + 1,
    k: row - 1,
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + step,
    PageUp: row - step,
    Home: 0,
    End: rows - 1,
  }[key]
  return to === undefined ? undefined : Math.max(0, Math.min(rows - 1, to))
}
