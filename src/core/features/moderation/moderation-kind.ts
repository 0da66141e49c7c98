import { type Message, message } from '../../../shared/messages/message.ts'
import { isDeletion, isIrreversible } from '../../../shared/rules/moderation.ts'
import { planName } from '../../../shared/rules/plans.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import { textOf } from '../../platform/messages.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { refusalFor } from '../../jobs/failures.ts'
import type { ItemContext, JobItem, JobKind } from '../../jobs/job-kind.ts'
import type { JobScreen } from '../../jobs/jobs.ts'
import { type ActionRow, moderationName } from './action-store.ts'
import type { Bulk } from './bulk/bulk.ts'
import { actionsOf, knownDependents, restOf, taskOf } from './bulk/bulk-run.ts'
import { isReversible } from './bulk/reversal.ts'
import { Deletions } from './follow-deletions.ts'
import { prepareAction } from './moderate.ts'
import { dropScheduled, holdLaterSteps } from './plans/follow-plan.ts'
import type { UserDirectory } from './ports.ts'
import { type ActionContext, withKnownRights } from './read-user.ts'
import { reconcile } from './reconcile.ts'
import { handedOverOf } from './tasks/hand-over.ts'
import { removedObjectsOf } from './tasks/object-record.ts'
import { secondLookOf } from './tasks/second-look.ts'

export interface ModerationKindOptions {
  directory: Pick<UserDirectory, 'remove'>
  viewed: Pick<ViewedUsers, 'withActivityBeforeView'>
  /** Why no run touches a user; undefined if runs may. */
  exceptionOf?(account: string, user: number): Message | undefined
  /** Whether the company's policy allows acting as other users; true if absent. */
  mayActAs?(): boolean
  clock: Clock
}

/** Administrator actions on users. The user's state before and after sending decides the outcome. */
export function moderationKind({
  directory,
  viewed,
  exceptionOf,
  mayActAs = () => true,
  clock,
}: ModerationKindOptions): JobKind<ActionRow> & { close(): void } {
  const deletions = new Deletions(clock)
  const contextOf = (context: ItemContext): ActionContext => ({
    ...withKnownRights(context),
    withActivityBeforeView: (user) => viewed.withActivityBeforeView(context.account, user),
    mayActAs,
    onUserGone: (id) => directory.remove(context.account, id),
  })
  return {
    name: moderationName,
    writes: true,
    async prepare(context, row) {
      const exception =
        row.job === undefined ? undefined : exceptionOf?.(context.account, row.target.id)
      // guard: excepted-user
      if (exception) return { kind: 'refused', failure: refusalFor(exception), sent: false }
      return prepareAction(contextOf(context), row)
    },
    lookUp: (context, row) => reconcile(contextOf(context), row),
    onStopped: holdLaterSteps,
    onDone: dropScheduled,
    onOutcome(context, row, outcome, sql, changed) {
      const { action, target } = row
      // GitLab deletes in the background, but the directory drops the user immediately.
      if (outcome.kind === 'done' && isDeletion(action))
        directory.remove(context.account, target.id)
      deletions.follow(contextOf(context), row, outcome, { sql, changed })
    },
    close: () => deletions.close(),
  }
}

/** Whether a user was in the requested state before anything was sent, as `countAlready` counts them. */
function isAlreadyDone({ state, before, snapshot }: JobItem): boolean {
  return state === 'done' && before === undefined && snapshot === undefined
}

/** How the screens for runs show moderation. */
export function moderationScreen({ bulkOf }: { bulkOf(account: string): Bulk }): JobScreen {
  return {
    nameOf(job) {
      const { action, plan, users } = taskOf(job)
      const name = message('directory.userCount', { count: users })
      return plan
        ? message('common.labeled', { label: planName(plan), value: name })
        : message(`moderation.title_${action!}`, { name })
    },
    retry: (account, run) => bulkOf(account).retry(run),
    isReversible: (sql, job) => isReversible(sql, { id: job.id, ...taskOf(job) }),
    irreversible(job) {
      const actions = actionsOf(taskOf(job))
      return actions.find(isDeletion) ?? actions.find((action) => isIrreversible(action))
    },
    planOf(job) {
      const { plan } = taskOf(job)
      return plan && textOf(planName(plan))
    },
    restOf,
    objectsOf: removedObjectsOf,
    handedOverOf,
    lookOf: secondLookOf,
    dependentsOf: (job, user) => knownDependents(taskOf(job), user, job.created),
    undoes: (job) => taskOf(job).undoes,
    failureOf: (account, run) => bulkOf(account).failureOf(run),
    columns: {
      // Latchkey didn't change a user who already was in the requested state.
      before: (item) => (isAlreadyDone(item) ? item.after : (item.before ?? item.target.state)),
      already: (item) => (isAlreadyDone(item) ? 'yes' : undefined),
    },
  }
}
