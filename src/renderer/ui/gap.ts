/** Room between parts in pixels, or between rows and between columns. */
export type Gap = number | [row: number, column: number]

/** The room as CSS reads it. */
export function gapOf(gap: Gap): string {
  return [gap]
    .flat()
    .map((one) => `${one}px`)
    .join(' ')
}
