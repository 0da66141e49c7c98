import type { CreatedRunner } from '../../../shared/gitlab/current-user.ts'
import { t } from '../../ui/messages.ts'
import { fullMoment } from '../../ui/time/moments.ts'

/** The runner types, most common first. */
export const runnerTypes = [
  { value: 'project_type', label: 'runners.project', hint: 'runners.projectHint' },
  { value: 'group_type', label: 'runners.group', hint: 'runners.groupHint' },
  { value: 'instance_type', label: 'runners.instance', hint: 'runners.instanceHint' },
] as const

/** Whether a runner takes jobs from all branches and tags or only from protected ones. */
export const runnerProtections = [
  {
    value: 'not_protected',
    label: 'runners.allBranches',
    hint: 'runners.allBranchesHint',
  },
  {
    value: 'ref_protected',
    label: 'runners.protectedBranches',
    hint: 'runners.protectedBranchesHint',
  },
] as const

/** Explains when a new runner’s token expires and the deadline for rotating it. */
export function tokenExpiryMessage({
  token_expires_at: expires,
  token_rotation_deadline: deadline,
}: CreatedRunner): string {
  if (!expires) return t('runners.tokenNeverExpires')
  if (!deadline) return t('runners.tokenExpires', { expires: formatTimestamp(expires) })
  return t('runners.tokenExpiresRotate', {
    expires: formatTimestamp(expires),
    deadline: formatTimestamp(deadline),
  })
}

function formatTimestamp(at: string): string {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : fullMoment(time)
}
