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
  SentId,
  SentText,
  ResponseText,
  Timestamp,
  listOf,
  maybe,
  textOrEmpty,
} from './fields.ts'
import { tokenDescriptionLimit } from '../rules/limits.ts'
import { ownTokenScopes } from '../rules/token-limits.ts'

export const GranularScope = z.looseObject({
  access: maybe(ResponseText),
  permissions: maybe(listOf(ResponseText)),
  project_id: maybe(Id),
  group_id: maybe(Id),
})

const commonFields = {
  name: textOrEmpty,
  description: maybe(ResponseText),
  revoked: maybe(Flag),
  active: maybe(Flag),
  scopes: maybe(listOf(ResponseText)),
  /** What a fine-grained token may do; since version 19. */
  granular_scopes: maybe(listOf(GranularScope)),
  user_id: maybe(Id),
  created_at: maybe(Timestamp),
  expires_at: maybe(DateText),
  last_used_at: maybe(Timestamp),
  /** IP addresses, newest first; since version 19. */
  last_used_ips: maybe(listOf(ResponseText)),
}

export const PersonalAccessToken = z.looseObject({ id: Id, ...commonFields })
export type PersonalAccessToken = z.output<typeof PersonalAccessToken>

export const ImpersonationToken = z.looseObject({
  id: Id,
  ...commonFields,
  impersonation: maybe(Flag),
})
export type ImpersonationToken = z.output<typeof ImpersonationToken>

/** GitLab returns the secret only once, so no other field may invalidate the response. */
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
    // Some instances require an expiry and scopes.
    body: newToken.partial({ scopes: true }),
    returns: CreatedToken,
    admin: true,
    secret: true,
    // Requires a reason, which is recorded in the audit log.
    local: true,
  }),
  /** The secret stops working immediately; the token remains in the list with `revoked: true`. */
  revoke: endpoint('DELETE', '/users/:user_id/impersonation_tokens/:impersonation_token_id', {
    admin: true,
  }),
}

export const personalAccessTokens = {
  /** `expires_at` defaults to the longest lifetime that the instance allows. */
  createFor: endpoint('POST', '/users/:user_id/personal_access_tokens', {
    body: newToken,
    returns: CreatedToken,
    admin: true,
    secret: true,
    // Requires a reason, which is recorded in the audit log.
    local: true,
  }),
  /**
   * A token with limited scopes. `expires_at` defaults to the end of the day, or since version 19 to the latest allowed
   * date.
   */
  create: endpoint('POST', '/user/personal_access_tokens', {
    body: newToken.extend({
      scopes: z.array(z.enum(ownTokenScopes)).min(1, issueText(message('validation.empty'))),
    }),
    returns: CreatedToken,
    secret: true,
  }),
  /**
   * For administrators, lists all users' tokens unless `user_id` is sent, including bots' and impersonation tokens;
   * some versions ignore an unknown `user_id`. Returns 403 without `read_api` and 401 for another user's ID
   * (`lib/api/personal_access_tokens.rb`).
   */
  list: endpoint('GET', '/personal_access_tokens', {
    query: z.strictObject({
      user_id: SentId.optional(),
      state: z.enum(['active', 'inactive']).optional(),
      created_after: SentText.optional(),
      created_before: SentText.optional(),
      /** Ignored by versions before 18. */
      sort: z.enum(['created_asc', 'created_desc']).optional(),
    }),
    returns: z.array(PersonalAccessToken),
    paged: true,
    optional: true,
    local: true,
  }),
  /** Returns 401 for an unknown token or another user's token, or 404 to administrators. */
  get: endpoint('GET', '/personal_access_tokens/:token_id', {
    returns: PersonalAccessToken,
    fresh: true,
    optional: true,
    local: true,
  }),
  /** Takes effect immediately and can't be undone. */
  revoke: endpoint('DELETE', '/personal_access_tokens/:token_id', { optional: true, local: true }),
  /**
   * Since 16.0. Revokes the token immediately and replaces it with a new one, which lasts a week by default. Rotating a
   * revoked token revokes its entire family (`app/services/personal_access_tokens/rotate_service.rb`).
   */
  rotate: endpoint('POST', '/personal_access_tokens/:token_id/rotate', {
    body: z.strictObject({ expires_at: SentDate }),
    returns: CreatedToken,
    status: [200, 201],
    secret: true,
    optional: true,
    local: true,
  }),
  /**
   * Describes the request's own token, whatever its scopes (`lib/api/personal_access_tokens/self_information.rb`, since
   * 15.5).
   */
  self: endpoint('GET', '/personal_access_tokens/self', {
    returns: z.looseObject({ id: maybe(Id), ...commonFields }),
    fresh: true,
    optional: true,
    local: true,
  }),
  /** Like `rotate`, for the request's own token (`lib/api/personal_access_tokens/self_rotation.rb`, since 16.10). */
  rotateSelf: endpoint('POST', '/personal_access_tokens/self/rotate', {
    body: z.strictObject({ expires_at: SentDate.optional() }),
    returns: CreatedToken,
    // GitLab returns 200, but the secret must not be lost if another version returns 201.
    status: [200, 201],
    secret: true,
    optional: true,
    local: true,
  }),
  /**
   * Revokes the request's own token, whatever its scopes (`lib/api/personal_access_tokens/self_information.rb`, since
   * 15.4).
   */
  revokeSelf: endpoint('DELETE', '/personal_access_tokens/self', { optional: true, local: true }),
}
