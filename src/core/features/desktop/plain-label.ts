import { toPlainLine } from '../../../shared/rules/hidden-characters.ts'
import { shorten } from '../../../shared/rules/text-length.ts'

/** A menu label's maximum length, without the ellipsis. */
const maxLength = 59

/**
 * Turns any text into a label for a native menu: one short line without hidden characters, in which ampersands are
 * escaped so that they don't mark mnemonics.
 */
export function plainLabel(text: string): string {
  return shorten(toPlainLine(text), maxLength).replaceAll('&', '&&')
}
