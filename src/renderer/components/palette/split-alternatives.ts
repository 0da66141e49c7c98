import type { MessageId } from '../../../shared/messages/message.ts'
import { inEnglish, t } from '../../ui/messages.ts'

/** Splits a message such as “m|min” into its alternatives, in the current language and English. */
export function splitAlternatives(id: MessageId): string[] {
  return [...new Set([t(id), inEnglish(id)].flatMap((text) => text.split('|')))]
}
