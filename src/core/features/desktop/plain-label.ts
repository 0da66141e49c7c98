import { toPlainLine } from '../../../shared/rules/hidden-characters.ts'
import { shorten } from '../../../shared/rules/text-length.ts'

/** The maximum length of a menu label, without the ellipsis. */
const maxLength = 59

/**
 * Makes a label for a native menu from any text: one short line without hidden characters, and with ampersands escaped
 * so that they don't become mnemonics.
 */
export function plainLabel(text: string): string {
  return shorten(toPlainLine(text), maxLength).replaceAll('&', '&&')
}
