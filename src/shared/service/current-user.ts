import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Timestamp, maybe, sudo } from './fields.ts'
import { clearStatusAfter, statusMessageLimit } from './status-limits.ts'
import { CurrentUser } from './user-fields.ts'

export { clearStatusAfter, statusMessageLimit }

export const StatusMessage = z
  .string()
  .refine((message) => [...message].length <= statusMessageLimit, {
    message: `is too long (maximum is ${statusMessageLimit} characters)`,
  })

const ClearStatusAfter = z.enum(clearStatusAfter)
export type ClearStatusAfter = z.output<typeof ClearStatusAfter>

/** All fields are null where no status is set. */
export const UserStatus = z.looseObject({
  emoji: maybe(z.string()),
  availability: maybe(z.string()),
  message: maybe(z.string()),
  message_html: maybe(z.string()),
  clear_status_at: maybe(Timestamp),
})
export type UserStatus = z.output<typeof UserStatus>

// `availability` is not in the interface document, but the service takes `not_set` and `busy`.
const statusFields = z.strictObject({
  emoji: z.string().nullish(),
  message: StatusMessage.nullish(),
  availability: z.enum(['not_set', 'busy']).nullish(),
  clear_status_after: ClearStatusAfter.nullish(),
})
// Clearing a status deletes it; the answer is then `null`.
const changedStatus = UserStatus.nullish()

export const UserCounts = z.looseObject({
  assigned_issues: maybe(z.number()),
  assigned_merge_requests: maybe(z.number()),
  /** Deprecated since 13.8 in favour of `assigned_merge_requests`. */
  merge_requests: maybe(z.number()),
  review_requested_merge_requests: maybe(z.number()),
  todos: maybe(z.number()),
})
export type UserCounts = z.output<typeof UserCounts>

export const user = {
  get: endpoint('GET', '/user', { query: z.strictObject({ sudo }), returns: CurrentUser }),
  counts: endpoint('GET', '/user_counts', { returns: UserCounts }),
}

export const status = {
  get: endpoint('GET', '/user/status', { returns: UserStatus }),
  of: endpoint('GET', '/users/:id_or_username/status', { returns: UserStatus, anonymous: true }),
  /** Every omitted parameter becomes null. */
  set: endpoint('PUT', '/user/status', { body: statusFields, returns: changedStatus, local: true }),
  /** Omitted parameters are said to be kept; a real service resets what is missing, see `core/status`. */
  update: endpoint('PATCH', '/user/status', {
    body: statusFields,
    returns: changedStatus,
    local: true,
  }),
}
