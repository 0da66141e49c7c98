import { z } from 'zod'
import { StatusMessage, UserStatus, clearStatusAfter } from '../service/current-user.ts'
import { accountOperation, kept } from './operation.ts'

/** What a person says of themselves; an empty emoji means the service's default. */
export const StatusDraft = z.strictObject({
  emoji: z.string().max(100),
  message: StatusMessage,
  busy: z.boolean(),
})
export type StatusDraft = z.output<typeof StatusDraft>

export const ownStatus = {
  /** The status with an expired one left out, as it may still be returned for a while. */
  get: kept(accountOperation({ input: z.strictObject({}), output: UserStatus })),
  /** `clear`: a preset, `never`, or `keep` for the time that is set now. */
  set: accountOperation({
    input: StatusDraft.extend({ clear: z.enum([...clearStatusAfter, 'never', 'keep']) }),
    output: UserStatus,
  }),
  clear: accountOperation({ input: z.strictObject({}), output: UserStatus }),
  /** The last ten statuses used with this account, newest first. */
  recent: accountOperation({ input: z.strictObject({}), output: z.array(StatusDraft) }),
}
