/** The spacing scale in pixels. Paddings and margins in styles use the same values. */
const sizes = { none: 0, xxs: 2, xs: 4, s: 8, m: 12, l: 16, xl: 24, xxl: 32 }
type Size = keyof typeof sizes

/** The gap between children, or between rows and columns (`s l`). */
export type Gap = Size | `${Size} ${Size}`

/** Converts a gap to a CSS value. */
export function gapOf(gap: Gap): string {
  return gap.replace(/\w+/g, (size) => `${sizes[size as Size]}px`)
}
