import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from './validation.ts'
import { endpoint } from './endpoint.ts'
import {
  Count,
  DateText,
  Flag,
  Id,
  Secret,
  SentDate,
  SentFile,
  SentId,
  ResponseText,
  Timestamp,
  maybe,
  sudo,
} from './fields.ts'
import { runnerNoteLimit, statusMessageLimit } from '../rules/limits.ts'
import { clearStatusAfter } from '../rules/status-durations.ts'
import { CurrentUser } from './user-fields.ts'

export { clearStatusAfter }

export const StatusMessage = z.string().refine(...upTo(statusMessageLimit))

const ClearStatusAfter = z.enum(clearStatusAfter)
export type ClearStatusAfter = z.output<typeof ClearStatusAfter>

/** All fields are null if no status is set. */
export const UserStatus = z.looseObject({
  emoji: maybe(ResponseText),
  availability: maybe(ResponseText),
  message: maybe(ResponseText),
  message_html: maybe(ResponseText),
  clear_status_at: maybe(Timestamp),
})
export type UserStatus = z.output<typeof UserStatus>

// `availability` is missing from the API specification, but GitLab accepts `not_set` and `busy`.
const statusFields = z.strictObject({
  emoji: z.string().nullish(),
  message: StatusMessage.nullish(),
  availability: z.enum(['not_set', 'busy']).nullish(),
  clear_status_after: ClearStatusAfter.nullish(),
})
// Clearing a status deletes it; the response is then `null`.
const changedStatus = UserStatus.nullish().catch(undefined)

export const UserCounts = z.looseObject({
  assigned_issues: maybe(Count),
  assigned_merge_requests: maybe(Count),
  /** Deprecated since 13.8 in favor of `assigned_merge_requests`. */
  merge_requests: maybe(Count),
  review_requested_merge_requests: maybe(Count),
  todos: maybe(Count),
})
export type UserCounts = z.output<typeof UserCounts>

export const UserPreferences = z.looseObject({
  id: maybe(Id),
  user_id: maybe(Id),
  view_diffs_file_by_file: maybe(Flag),
  show_whitespace_in_diffs: maybe(Flag),
  /** Internal. Don't pass it on to third parties. */
  pass_user_identities_to_ci_jwt: maybe(Flag),
  /** Enterprise Edition only, since 18.5. */
  policy_advanced_editor: maybe(Flag),
})
export type UserPreferences = z.output<typeof UserPreferences>

export const LastActivity = z.looseObject({
  username: ResponseText,
  last_activity_on: maybe(DateText),
  /** Deprecated in favor of `last_activity_on`. */
  last_activity_at: maybe(DateText),
})
export type LastActivity = z.output<typeof LastActivity>

const CreatedRunner = z.looseObject({
  id: maybe(Id),
  token: Secret,
  token_expires_at: maybe(Timestamp),
  /** The last day on which the token can be rotated. Enterprise Edition only, since 18.10. */
  token_rotation_deadline: maybe(Timestamp),
})
export type CreatedRunner = z.output<typeof CreatedRunner>

const newRunner = z
  .strictObject({
    runner_type: z.enum(['instance_type', 'group_type', 'project_type']),
    group_id: SentId.optional(),
    project_id: SentId.optional(),
    description: z.string().optional(),
    paused: z.boolean().optional(),
    locked: z.boolean().optional(),
    run_untagged: z.boolean().optional(),
    tag_list: z.array(z.string()).optional(),
    access_level: z.enum(['not_protected', 'ref_protected']).optional(),
    /** Seconds. */
    maximum_timeout: z.int().positive().optional(),
    maintenance_note: z
      .string()
      .refine(...upTo(runnerNoteLimit))
      .optional(),
  })
  .superRefine((runner, context) => {
    for (const kind of ['group', 'project'] as const) {
      if (runner.runner_type !== `${kind}_type` || runner[`${kind}_id`] !== undefined) continue
      context.addIssue({
        code: 'custom',
        path: [`${kind}_id`],
        message: issueText(message('validation.missing')),
      })
    }
  })

export const user = {
  get: endpoint('GET', '/user', { query: z.strictObject({ sudo }), returns: CurrentUser }),
  counts: endpoint('GET', '/user_counts', { returns: UserCounts }),
  setAvatar: endpoint('PUT', '/user/avatar', {
    body: z.strictObject({ avatar: SentFile }),
    returns: z.looseObject({ avatar_url: maybe(ResponseText) }).catch({}),
    local: true,
  }),
  /** Oldest first. Defaults to the last six months. Administrators also see private profiles. */
  activities: endpoint('GET', '/user/activities', {
    query: z.strictObject({ from: SentDate.optional() }),
    returns: z.array(LastActivity),
    paged: true,
  }),
  /** Requires a token with the scope `create_runner` or `api`. */
  createRunner: endpoint('POST', '/user/runners', {
    body: newRunner,
    returns: CreatedRunner,
    secret: true,
    shared: true,
  }),
}

export const preferences = {
  get: endpoint('GET', '/user/preferences', { returns: UserPreferences }),
  /** The specification requires all three, but real instances require only one, so we send only the changes. */
  set: endpoint('PUT', '/user/preferences', {
    body: z.strictObject({
      view_diffs_file_by_file: z.boolean().optional(),
      show_whitespace_in_diffs: z.boolean().optional(),
      pass_user_identities_to_ci_jwt: z.boolean().optional(),
      policy_advanced_editor: z.boolean().optional(),
    }),
    returns: UserPreferences,
    local: true,
  }),
}

export const statusEndpoints = {
  get: endpoint('GET', '/user/status', { returns: UserStatus }),
  of: endpoint('GET', '/users/:id_or_username/status', { returns: UserStatus, anonymous: true }),
  /** Omitted parameters become null. */
  set: endpoint('PUT', '/user/status', { body: statusFields, returns: changedStatus, local: true }),
  /** Omitted parameters should keep their values, but real instances reset them, see `core/features/status`. */
  update: endpoint('PATCH', '/user/status', {
    body: statusFields,
    returns: changedStatus,
    local: true,
  }),
}
