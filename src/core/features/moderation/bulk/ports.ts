import type { Selection } from '../../../../shared/operations/directory.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import type { Failure } from '../../../platform/failure.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { QueuePorts } from '../ports.ts'

export interface BulkPorts extends Pick<
  QueuePorts,
  'account' | 'people' | 'settings' | 'clock' | 'log'
> {
  sql: Sql
  /** The account's own user. Throws once it is signed out. */
  actor(): { id: number; username: string }
  /** Throws where nothing can be queued. */
  assertWritable(): void
  /** Why nothing is sent now. */
  waitingReason(): Failure | undefined
  /** Something was queued, cancelled or resumed. */
  queueChanged(): void
}

/** What is done to the users: one action or the steps of a plan. */
export interface BulkTask {
  action?: ModerationAction
  plan?: RunPlan
}

export interface BulkRequest extends BulkTask {
  selection: Selection
}

export interface NewRun extends BulkRequest {
  reason?: string
  note: boolean
  /** The onboarding run that created the users: only those who never signed in are deleted, which is checked before each deletion. */
  undoes?: number
  /** How many users the preview named. */
  affectedCount: number
}
