import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from './validation.ts'
import { cleanEmail, isEmailAddress } from '../rules/email-address.ts'
import { endpoint } from './endpoint.ts'
import { Id, Timestamp, maybe, textOrEmpty } from './fields.ts'

/** `confirmed_at` is null until the user opens the link in the confirmation email. */
export const Email = z.looseObject({
  id: Id,
  email: textOrEmpty,
  confirmed_at: maybe(Timestamp),
})
export type Email = z.output<typeof Email>

/**
 * Validates addresses exactly as GitLab does, because stricter checks would reject some that GitLab accepts. Strips
 * characters that were copied along with the address.
 */
export const EmailAddress = z
  .string()
  .overwrite(cleanEmail)
  .refine(isEmailAddress, issueText(message('validation.noEmail')))
const emailList = { returns: z.array(Email), paged: true } as const

export const emails = {
  list: endpoint('GET', '/user/emails', emailList),
  get: endpoint('GET', '/user/emails/:email_id', { returns: Email, fresh: true }),
  add: endpoint('POST', '/user/emails', {
    body: z.strictObject({ email: EmailAddress }),
    returns: Email,
  }),
  remove: endpoint('DELETE', '/user/emails/:email_id'),
  listOf: endpoint('GET', '/users/:id/emails', { ...emailList, admin: true }),
  addFor: endpoint('POST', '/users/:id/emails', {
    body: z.strictObject({ email: EmailAddress, skip_confirmation: z.boolean().optional() }),
    returns: Email,
    admin: true,
  }),
  removeOf: endpoint('DELETE', '/users/:id/emails/:email_id', { admin: true }),
}
