import type { UnusualKind } from '../../../../shared/operations/bulk.ts'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import type { JobRunner } from '../../../jobs/job-runner.ts'
import type { ActionStore } from '../action-store.ts'
import type { QueueOptions } from '../ports.ts'

export interface BulkOptions extends Pick<
  QueueOptions,
  'account' | 'directory' | 'runs' | 'settings' | 'clock' | 'log'
> {
  store: ActionStore
  runner: JobRunner
  /** The account's own user. Throws once it is signed out. */
  actor(): { id: number; username: string }
}

/** What to do: a single action or the steps of a plan. */
export interface BulkTask {
  action?: ModerationAction
  plan?: RunPlan
}

export interface BulkRequest extends BulkTask {
  selection: Selection
  /** The kinds of unusual users to exclude. */
  without?: readonly UnusualKind[]
}

export interface NewRun extends BulkRequest {
  reason?: string
  note: boolean
  /**
   * The onboarding run that created the users. Only those who never signed in are deleted, which is checked before each
   * deletion.
   */
  undoes?: number
  /** The entire selection, if this run only tries its first users. */
  whole?: Selection
  /** The run whose remaining users are selected. */
  continues?: number
  /** The number of users in the preview. */
  affectedCount: number
}
