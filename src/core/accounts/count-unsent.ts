import type { UnsentCounts } from '../../shared/unsent.ts'
import type { Accounts } from './accounts.ts'

/** Counts the queued actions of all accounts that are not sent yet. */
export function countUnsent(
  accounts: Accounts,
  queues: { unsent(account: string): number },
): UnsentCounts {
  const counts = { kept: 0, lost: 0 }
  for (const id of accounts.ids()) {
    counts[accounts.lifetime(id) === 'in-memory' ? 'lost' : 'kept'] += queues.unsent(id)
  }
  return counts
}
