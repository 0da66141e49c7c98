import { isDeletion } from '../../../shared/rules/moderation.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { ItemContext, JobKind } from '../../jobs/job-kind.ts'
import { type ActionRow, moderationName } from './action-store.ts'
import { Deletions } from './follow-deletions.ts'
import { prepareAction } from './moderate.ts'
import { holdLaterSteps } from './plans/follow-plan.ts'
import type { UserDirectory } from './ports.ts'
import type { ActionContext } from './read-user.ts'
import { reconcile } from './reconcile.ts'

export interface ModerationKindOptions {
  directory: Pick<UserDirectory, 'remove'>
  viewed: Pick<ViewedUsers, 'withActivityBeforeView'>
  clock: Clock
  onChange: JobKind['onChange']
}

/** What an administrator does to users: the user is read before and after, and their state is the proof. */
export function moderationKind({
  directory,
  viewed,
  clock,
  onChange,
}: ModerationKindOptions): JobKind<ActionRow> & { close(): void } {
  const deletions = new Deletions(clock)
  const contextOf = (context: ItemContext): ActionContext => ({
    ...context,
    withActivityBeforeView: (user) => viewed.withActivityBeforeView(context.account, user),
    onUserGone: (id) => directory.remove(context.account, id),
  })
  return {
    name: moderationName,
    writes: true,
    isPausedIfReplaced: true,
    prepare: (context, row) => prepareAction(contextOf(context), row),
    lookUp: (context, row) => reconcile(contextOf(context), row),
    onStopped: holdLaterSteps,
    onOutcome(context, row, outcome, sql, changed) {
      const { action, target } = row
      // The service deletes in the background; here they are gone at once.
      if (outcome.kind === 'done' && isDeletion(action))
        directory.remove(context.account, target.id)
      deletions.follow(contextOf(context), row, outcome, { sql, changed })
    },
    onChange,
    close: () => deletions.close(),
  }
}
