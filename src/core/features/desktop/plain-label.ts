/** Longest label of a menu, in characters. */
const maxLength = 60

/**
 * A text of somebody's as a label of a native menu: one line, short, and without the marks by which an ampersand would become
 * a shortcut or a name would turn the text around it.
 */
export function plainLabel(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()
  const characters = [...line]
  const short =
    characters.length > maxLength
      ? `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      : line
  return short.replaceAll('&', '&&')
}
