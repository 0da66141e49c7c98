import { z } from 'zod'
import { CurrentUser } from '../gitlab/user-fields.ts'
import { SentId } from '../gitlab/fields.ts'
import type { ViewedActivity } from '../rules/viewed-activity.ts'
import { adminOperation } from './operation.ts'

/** Viewing as another user (GitLab's `sudo`), for reading only. */
export const viewAs = {
  /** The user's own view of their account. GitLab counts it as their activity; it is written to the audit log. */
  get: adminOperation({ input: z.strictObject({ id: SentId }), output: CurrentUser }),
  /** What views from this computer did to a user's last activity, if anything. */
  activity: adminOperation({
    input: z.strictObject({ id: SentId }),
    output: z.object({ viewed: z.custom<ViewedActivity>().optional() }),
  }),
}
