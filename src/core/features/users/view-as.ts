import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { type ViewedActivity, activityAfterView } from '../../../shared/rules/viewed-activity.ts'
import { utcDay } from '../../../shared/rules/utc-days.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import type { Audit, AuditOutcome } from '../../audit-log/audit.ts'
import type { Handlers } from '../feature.ts'

export interface ViewAsOptions {
  viewed: ViewedUsers
  directory: { patch(account: string, user: UserForAdmins): void }
  audit: Audit
  /** Milliseconds since 1970. */
  now(): number
}

/**
 * Views GitLab as another user. Sends no request as them until their last activity is saved on this computer, and
 * records every view in the audit log.
 */
export function viewAsHandlers({
  viewed,
  directory,
  audit,
  now,
}: ViewAsOptions): Handlers['viewAs'] {
  /** Corrects the day, because the view may fall on another one in GitLab's time zone. */
  async function correctDay(
    gitlab: GitLabClient,
    id: number,
    before: string | null | undefined,
    saved: ViewedActivity,
  ): Promise<void> {
    const targetUser = await gitlab.call(users.get, { id }).catch(() => undefined)
    const day = targetUser?.last_activity_on?.slice(0, 10)
    if (!targetUser || !day || day === before || day === saved.last) return
    const isFirst = saved.first === saved.last
    viewed.saveOrReport(gitlab.account, id, {
      ...saved,
      first: isFirst ? day : saved.first,
      last: day,
    })
    directory.patch(gitlab.account, targetUser)
  }

  return {
    async get({ id, reason }, gitlab) {
      const { username, last_activity_on: day } = await gitlab.call(users.get, { id })
      const previous = viewed.get(gitlab.account)[id]
      const today = utcDay(now())
      // This GitLab version doesn't return the last activity, so there's nothing to save.
      const next = day === undefined ? previous : activityAfterView(today, day, previous)
      viewed.save(gitlab.account, id, next)
      const note = audit.begin(gitlab.account, {
        action: 'users.viewAs',
        target: { id, username },
        ...(reason && { reason }),
      })
      try {
        const answer = await gitlab.call(user.get, { sudo: id }, { once: true })
        note({ outcome: 'done' })
        return answer
      } catch (error) {
        const outcome = toOutcome(error)
        if (outcome) note(outcome)
        if (outcome?.outcome !== 'unknown') viewed.saveOrReport(gitlab.account, id, previous)
        throw error
      } finally {
        if (next && next === viewed.get(gitlab.account)[id]) await correctDay(gitlab, id, day, next)
      }
    },
    activity: ({ id }, { account }) => ({ viewed: viewed.get(account)[id] }),
  }
}

/**
 * A refused view doesn't count as activity. After a lost response, nobody knows whether it does. Undefined if no
 * request was sent.
 */
function toOutcome(error: unknown): AuditOutcome | undefined {
  if (!(error instanceof FailureError)) return undefined
  const { failure } = error
  if (canCount(failure)) return { outcome: 'unknown', answer: failure.message }
  return failure.status === undefined ? undefined : { outcome: 'refused', answer: failure.message }
}

function canCount(failure: UnformattedFailure): boolean {
  const { kind, status = 0 } = failure
  const isLost = kind === 'offline' || kind === 'timeout'
  return isLost || mayHaveHappened(failure) || (status >= 200 && status < 300)
}
