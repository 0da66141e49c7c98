import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EmailAddress } from './emails.ts'
import { Id, SentText, ResponseText, maybe, textOrEmpty } from './fields.ts'

/** A service account. Paid tiers only. */
export const ServiceAccount = z.looseObject({
  id: Id,
  username: textOrEmpty,
  name: textOrEmpty,
  email: maybe(ResponseText),
  /** Replaces the email when the confirmation link is opened. */
  unconfirmed_email: maybe(ResponseText),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

export const serviceAccounts = {
  list: endpoint('GET', '/service_accounts', {
    query: z.strictObject({
      order_by: z.enum(['username', 'id']).optional(),
      sort: z.enum(['asc', 'desc']).optional(),
    }),
    returns: z.array(ServiceAccount),
    paged: true,
    admin: true,
  }),
  /** The name defaults to "Service account user" and the username to a generated one. */
  create: endpoint('POST', '/service_accounts', {
    body: z.strictObject({
      name: SentText.optional(),
      username: SentText.optional(),
      email: EmailAddress.optional(),
    }),
    returns: ServiceAccount,
    admin: true,
  }),
}
