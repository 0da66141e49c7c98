import type { MessageId } from '../../../shared/messages/message.ts'
import { inEnglish, t } from '../../ui/messages.ts'

/** Search terms from messages: their words in the current language and in English. */
export function searchWords(...ids: readonly MessageId[]): string {
  return [...new Set([...ids.map((id) => t(id)), ...ids.map(inEnglish)])].join(' ')
}
