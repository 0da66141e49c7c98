/** The gap between children in pixels, or between rows and columns. */
export type Gap = number | [row: number, column: number]

/** The gap as a CSS value. */
export function gapOf(gap: Gap): string {
  return [gap]
    .flat()
    .map((one) => `${one}px`)
    .join(' ')
}
