import { z } from 'zod'
import { SentText } from '../gitlab/fields.ts'
import { ServiceAccount, serviceAccountOrder } from '../gitlab/service-accounts.ts'
import { accountOperation, cacheable } from './operation.ts'

/**
 * Service accounts that a group or project owns. GitLab lists them for owners of the group and maintainers of the
 * project, so these operations aren't only for administrators; others get GitLab's 403 or 404.
 */
export const ownedServiceAccounts = {
  list: cacheable(
    accountOperation(() => ({
      input: z.strictObject({
        owner: z.enum(['group', 'project']),
        /** The full path or the ID of the group or project. */
        path: SentText,
        ...serviceAccountOrder,
        cursor: z.string().optional(),
      }),
      output: z.object({
        items: z.array(ServiceAccount),
        next: z.string().optional(),
        total: z.number().optional(),
        skipped: z.number().optional(),
      }),
    })),
  ),
}
