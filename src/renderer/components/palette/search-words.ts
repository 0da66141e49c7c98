import type { MessageId } from '../../../shared/messages/message.ts'
import { inEnglish, t } from '../../ui/messages.ts'

/** Turns messages into search terms, in the current language and English. */
export function searchWords(...ids: readonly MessageId[]): string {
  return [...new Set([...ids.map((id) => t(id)), ...ids.map(inEnglish)])].join(' ')
}
