/** The gap between children in pixels, or between rows and columns. */
export type Gap = number | [row: number, column: number]

/** Converts a gap to a CSS value. */
export function gapOf(gap: Gap): string {
  return [gap]
    .flat()
    .map((one) => `${one}px`)
    .join(' ')
}
