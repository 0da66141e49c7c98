import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateText, Flag, Id, ResponseText, SentText, Timestamp, listOf, maybe } from './fields.ts'
import { GranularScope } from './tokens.ts'
import { BasicUser } from './user-fields.ts'

/**
 * What an instance knows about a token. GitLab doesn't name its kind: each has fields of its own
 * (`lib/authn/tokens`, `lib/api/entities`).
 */
export const IdentifiedToken = z.looseObject({
  id: maybe(Id),
  name: maybe(ResponseText),
  description: maybe(ResponseText),
  scopes: maybe(listOf(ResponseText)),
  granular_scopes: maybe(listOf(GranularScope)),
  created_at: maybe(Timestamp),
  expires_at: maybe(DateText),
  last_used_at: maybe(Timestamp),
  last_used_ips: maybe(listOf(ResponseText)),
  revoked: maybe(Flag),
  active: maybe(Flag),
  /** Personal, impersonation, project, and group access tokens. */
  user_id: maybe(Id),
  impersonation: maybe(Flag),
  /** Deploy tokens, and the users of feed tokens, incoming email tokens, and sessions. */
  username: maybe(ResponseText),
  expired: maybe(Flag),
  state: maybe(ResponseText),
  /** OAuth applications. */
  application_id: maybe(ResponseText),
  application_name: maybe(ResponseText),
  /** Agents for Kubernetes. */
  agent_id: maybe(Id),
  status: maybe(ResponseText),
  created_by_user_id: maybe(Id),
  /** Runners. */
  runner_type: maybe(ResponseText),
  created_by: maybe(BasicUser),
  /** Pipeline triggers. */
  owner: maybe(BasicUser),
  last_used: maybe(Timestamp),
  /** CI/CD jobs. */
  job: maybe(
    z.looseObject({
      id: maybe(Id),
      name: maybe(ResponseText),
      created_at: maybe(Timestamp),
      user: maybe(BasicUser),
      pipeline: maybe(z.looseObject({ project_id: maybe(Id) })),
    }),
  ),
  /** Clients of feature flags. */
  unleash_api_url: maybe(ResponseText),
})
export type IdentifiedToken = z.output<typeof IdentifiedToken>

const token = z.strictObject({ token: SentText })

/** Any token, given by itself instead of its ID (`lib/api/admin/token.rb`, `doc/api/admin/token.md`). */
export const anyTokens = {
  /**
   * Since 17.5, and by default 17.8. Changes nothing. Returns 404 for an unknown token and one with a former prefix, and 422
   * for a kind that the version doesn't know.
   */
  identify: endpoint('POST', '/admin/token', {
    body: token,
    returns: IdentifiedToken,
    status: [200],
    admin: true,
    changesNothing: true,
    sentSecret: 'token',
    optional: true,
    local: true,
  }),
  /** Behind a flag since 17.7. Depending on the kind, revokes, replaces, or deletes the token. */
  revoke: endpoint('DELETE', '/admin/token', {
    query: token,
    admin: true,
    sentSecret: 'token',
    optional: true,
    local: true,
  }),
}
