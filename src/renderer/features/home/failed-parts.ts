import type { Attention, AttentionPart } from '../../../shared/app/attention.ts'
import type { Failure } from '../../../shared/failure.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'

const names: Record<AttentionPart, MessageId> = {
  sshKeys: 'home.partSshKeys',
  emails: 'home.partEmails',
  createdTokens: 'home.partTokens',
  counts: 'home.partCounts',
}

/** The failures of single parts; parts that failed for the same reason share one. */
export function failedParts(failures: Attention['failures']): Failure[] {
  const byReason = Map.groupBy(failures, ({ failure }) => failure.message)
  return [...byReason.values()].map((same) => {
    const { failure } = same[0]!
    const parts = same.map(({ part }) => t(names[part]))
    return { ...failure, message: t('home.partsFailed', { parts, reason: failure.message }) }
  })
}
