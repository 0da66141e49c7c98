import type { UnusualKind } from '../../../../shared/operations/bulk.ts'
import type { UserDependents } from '../../../../shared/operations/dependents.ts'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import type { JobRunner } from '../../../jobs/job-runner.ts'
import type { ActionStore } from '../action-store.ts'
import type { QueueOptions } from '../ports.ts'

export interface BulkOptions extends Pick<
  QueueOptions,
  | 'account'
  | 'directory'
  | 'runs'
  | 'settings'
  | 'room'
  | 'exceptionOf'
  | 'dependentsOf'
  | 'clock'
  | 'log'
> {
  store: ActionStore
  runner: JobRunner
  /** The account's user. Throws once the account is signed out. */
  actor(): { id: number; username: string }
}

/** What to do: either a single action or the steps of a plan. */
export interface BulkTask {
  action?: ModerationAction
  plan?: RunPlan
}

export interface BulkRequest extends BulkTask {
  selection: Selection
  /** The kinds of unusual users to exclude. */
  without?: readonly UnusualKind[]
}

/** A run with what depends on its users, as core has read it. */
export interface KnownRun extends NewRun {
  known?: readonly UserDependents[]
}

export interface NewRun extends BulkRequest {
  reason?: string
  note: boolean
  /**
   * The onboarding run that created the users. Only those who have never signed in are deleted, which is checked before
   * each deletion.
   */
  undoes?: number
  /** The entire selection, if this run tries only its first users. */
  whole?: Selection
  /** Whether it waits at a ceiling and continues on later days. */
  spread?: true
  /** The run that left the selected users to this one. */
  continues?: number
  /** The number of affected users in the preview. */
  affectedCount: number
}
