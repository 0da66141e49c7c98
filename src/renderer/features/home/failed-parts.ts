import type { Attention, AttentionPart } from '../../../shared/app/attention.ts'
import type { Failure } from '../../../shared/failure.ts'

const names: Record<AttentionPart, string> = {
  sshKeys: 'SSH keys',
  emails: 'emails',
  createdTokens: 'tokens',
  status: 'status',
  counts: 'counts',
}

/** The failures of single parts; what failed for the same reason is said once. */
export function failedParts(failures: Attention['failures']): Failure[] {
  const byReason = Map.groupBy(failures, ({ failure }) => failure.message)
  return [...byReason.values()].map((same) => {
    const { failure } = same[0]!
    const parts = listed(same.map(({ part }) => names[part]))
    return { ...failure, message: `Your ${parts} couldn’t be loaded. ${failure.message}` }
  })
}

function listed(words: string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(words)
}
