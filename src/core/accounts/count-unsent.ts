import type { UnsentCounts } from '../../shared/rules/unsent.ts'
import type { Accounts } from './accounts.ts'

/** Counts the queued actions of all accounts that are not sent yet, and the tokens that are not stored yet. */
export function countUnsent(
  accounts: Accounts,
  queues: { unsent(account: string): number },
): UnsentCounts {
  const counts = { kept: 0, lost: 0, tokens: 0 }
  for (const id of accounts.ids()) {
    counts[accounts.lifetime(id) === 'in-memory' ? 'lost' : 'kept'] += queues.unsent(id)
    if (accounts.account(id).rotation === 'unsaved') counts.tokens += 1
  }
  return counts
}
