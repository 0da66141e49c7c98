import type { AdminAttention } from '../../../shared/app/attention.ts'
import type { DirectoryFilter, DirectoryState } from '../../../shared/app/directory.ts'
import type { QueueSummary } from '../../../shared/app/queue.ts'
import type { AccountService } from '../../accounts/account-service.ts'

export interface AdminAttentionPorts {
  queue: { summary(): QueueSummary }
  directory: {
    state(account: string): Promise<DirectoryState>
    count(me: AccountService, filters: readonly DirectoryFilter[]): Promise<number[]>
  }
  /** The number of failed actions since the user last saw them. */
  unseenFailures(account: string): number
}

/** What an administrator has to do, from local data only. */
export async function readAdminAttention(
  me: AccountService,
  { queue, directory, unseenFailures }: AdminAttentionPorts,
): Promise<AdminAttention> {
  const { counts, isPaused } = queue.summary()
  const { undoable = 0, ready = 0, conflict = 0 } = counts
  const { asOf } = await directory.state(me.account)
  const pending: DirectoryFilter = { states: ['blocked_pending_approval'] }
  const [approvals] = asOf !== undefined ? await directory.count(me, [pending]) : []
  return {
    needReview: conflict,
    failed: unseenFailures(me.account),
    paused: isPaused ? undoable + ready : 0,
    approvals,
  }
}
