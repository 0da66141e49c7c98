import type { CreatedRunner } from '../../../shared/service/current-user.ts'
import { fullMoment } from '../../ui/time/moments.ts'

/** The types of runners, in the order in which people need them. */
export const runnerTypes = [
  { value: 'project_type', label: 'Project', hint: 'One project, which you own.' },
  { value: 'group_type', label: 'Group', hint: 'All projects of a group, which you own.' },
  { value: 'instance_type', label: 'Instance', hint: 'Everybody. For administrators.' },
] as const

/** Which branches a runner works for. */
export const accessLevels = [
  { value: 'not_protected', label: 'All', hint: 'Jobs of every branch and tag.' },
  { value: 'ref_protected', label: 'Protected only', hint: 'Jobs of protected branches and tags.' },
] as const

/** When the token of a new runner expires, and until when it can be rotated. */
export function tokenEndWords({
  token_expires_at: expires,
  token_rotation_deadline: deadline,
}: CreatedRunner): string {
  return [
    expires ? `Its token expires on ${momentText(expires)}.` : 'Its token does not expire.',
    ...(deadline ? [`Rotate it by ${momentText(deadline)}.`] : []),
  ].join(' ')
}

function momentText(at: string): string {
  const time = Date.parse(at)
  return Number.isNaN(time) ? at : fullMoment(time)
}
