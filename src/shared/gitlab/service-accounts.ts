import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { EmailAddress } from './emails.ts'
import { Id, SentText, ResponseText, maybe, textOrEmpty } from './fields.ts'

/** A service account. Before 19, paid tiers only. */
export const ServiceAccount = z.looseObject({
  id: Id,
  username: textOrEmpty,
  name: textOrEmpty,
  email: maybe(ResponseText),
  /** Replaces the email when the confirmation link is opened. */
  unconfirmed_email: maybe(ResponseText),
})
export type ServiceAccount = z.output<typeof ServiceAccount>

export const serviceAccountOrder = {
  order_by: z.enum(['username', 'id']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
}
const list = {
  query: z.strictObject(serviceAccountOrder),
  returns: z.array(ServiceAccount),
  paged: true,
} as const

export const serviceAccounts = {
  list: endpoint('GET', '/service_accounts', { ...list, admin: true }),
  /** `group`: its ID or path. For its owners and for administrators. */
  listOfGroup: endpoint('GET', '/groups/:group/service_accounts', {
    ...list,
    optional: true,
    local: true,
  }),
  /** `project`: its ID or path. For its maintainers and owners, and for administrators. */
  listOfProject: endpoint('GET', '/projects/:project/service_accounts', {
    ...list,
    optional: true,
    local: true,
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
