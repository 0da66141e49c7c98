import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

/** The alternatives of a message that lists several, separated by bars: “m|min”. */
export function splitAlternatives(id: MessageId): string[] {
  return t(id).split('|')
}
