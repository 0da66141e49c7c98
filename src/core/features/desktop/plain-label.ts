import { toPlainLine } from '../../../shared/hidden-characters.ts'

/** Characters of a label in a menu. */
const maxLength = 60

/**
 * Makes a label for a native menu from any text: one short line without hidden characters, and with ampersands that are no
 * mnemonics.
 */
export function plainLabel(text: string): string {
  const line = toPlainLine(text)
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
