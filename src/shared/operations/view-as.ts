import { z } from 'zod'
import { CurrentUser } from '../gitlab/user-fields.ts'
import { SentId } from '../gitlab/fields.ts'
import { upTo } from '../gitlab/validation.ts'
import { reasonLimit } from '../rules/limits.ts'
import type { ViewedActivity } from '../rules/viewed-activity.ts'
import { adminOperation } from './operation.ts'

/** Viewing as another user (GitLab's `sudo`), read-only. */
export const viewAs = {
  /**
   * Returns the account as its user sees it. GitLab counts this as activity by the user, and the audit log records it.
   */
  get: adminOperation(() => ({
    input: z.strictObject({
      id: SentId,
      /** For the audit log. */
      reason: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: CurrentUser,
  })),
  /** How views from this computer changed a user's last activity, if they did. */
  activity: adminOperation(() => ({
    input: z.strictObject({ id: SentId }),
    output: z.object({ viewed: z.custom<ViewedActivity>().optional() }),
  })),
}
