import type { MessageId } from '../../../shared/messages/message.ts'
import { inEnglish, t } from '../../ui/messages.ts'

/** What messages find a command by: their words in this language, and in English. */
export function searchWords(...ids: readonly MessageId[]): string {
  return [...new Set([...ids.map((id) => t(id)), ...ids.map(inEnglish)])].join(' ')
}
