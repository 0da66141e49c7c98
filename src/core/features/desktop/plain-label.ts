/** Characters of a label in a menu. */
const maxLength = 60

/**
 * Makes a label for a native menu from any text: one short line, with ampersands that are no mnemonics, and without characters
 * that change the direction of the text around it.
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
