import type { MessageId } from '../../../shared/messages/message.ts'
import { inEnglish, t } from '../../ui/messages.ts'

/** The alternatives of a message separated by bars, in the current language and in English: “m|min”. */
export function splitAlternatives(id: MessageId): string[] {
  return [...new Set([t(id), inEnglish(id)].flatMap((text) => text.split('|')))]
}
