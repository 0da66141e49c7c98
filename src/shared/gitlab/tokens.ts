import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from './validation.ts'
import { endpoint } from './endpoint.ts'
import {
  DateText,
  Flag,
  Id,
  Secret,
  SentDate,
  SentText,
  ResponseText,
  Timestamp,
  listOf,
  maybe,
  textOrEmpty,
} from './fields.ts'
import { tokenDescriptionLimit } from '../rules/limits.ts'
import { ownTokenScopes } from '../rules/token-limits.ts'

const commonFields = {
  name: textOrEmpty,
  description: maybe(ResponseText),
  revoked: maybe(Flag),
  active: maybe(Flag),
  scopes: maybe(listOf(ResponseText)),
  user_id: maybe(Id),
  created_at: maybe(Timestamp),
  expires_at: maybe(DateText),
  last_used_at: maybe(Timestamp),
  /** Addresses, the latest first; since version 19. */
  last_used_ips: maybe(listOf(ResponseText)),
}

export const ImpersonationToken = z.looseObject({
  id: Id,
  ...commonFields,
  impersonation: maybe(Flag),
})
export type ImpersonationToken = z.output<typeof ImpersonationToken>

/** The secret is returned only once, so no other field may make the answer fail. */
export const CreatedToken = z.looseObject({ id: maybe(Id), ...commonFields, token: Secret })
export type CreatedToken = z.output<typeof CreatedToken>

const Scopes = z.array(SentText).min(1, issueText(message('validation.empty')))

/** Ignored by versions before 17. */
export const TokenDescription = z.string().refine(...upTo(tokenDescriptionLimit))

const newToken = z.strictObject({
  name: SentText,
  scopes: Scopes,
  expires_at: SentDate.optional(),
  description: TokenDescription.optional(),
})

export const impersonationTokens = {
  list: endpoint('GET', '/users/:user_id/impersonation_tokens', {
    query: z.strictObject({ state: z.enum(['all', 'active', 'inactive']).optional() }),
    returns: z.array(ImpersonationToken),
    paged: true,
    admin: true,
  }),
  get: endpoint('GET', '/users/:user_id/impersonation_tokens/:impersonation_token_id', {
    returns: ImpersonationToken,
    admin: true,
    fresh: true,
  }),
  create: endpoint('POST', '/users/:user_id/impersonation_tokens', {
    // Whether expiry and scopes are required depends on the instance.
    body: newToken.partial({ scopes: true }),
    returns: CreatedToken,
    admin: true,
    secret: true,
    // Asks for a reason, which the audit log keeps.
    local: true,
  }),
  /** The secret stops working at once; the row stays with `revoked: true`. */
  revoke: endpoint('DELETE', '/users/:user_id/impersonation_tokens/:impersonation_token_id', {
    admin: true,
  }),
}

export const personalAccessTokens = {
  /** Without `expires_at` the longest lifetime that the instance allows. */
  createFor: endpoint('POST', '/users/:user_id/personal_access_tokens', {
    body: newToken,
    returns: CreatedToken,
    admin: true,
    secret: true,
    // Asks for a reason, which the audit log keeps.
    local: true,
  }),
  /** A limited token. Without `expires_at` it expires at the end of the day, since version 19 as late as allowed. */
  create: endpoint('POST', '/user/personal_access_tokens', {
    body: newToken.extend({
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
    }),
    returns: CreatedToken,
    secret: true,
  }),
}
