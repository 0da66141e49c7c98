import type { Caller, Context } from '../context.ts'
import { type StoredApplication, applicationBySecret } from '../database/oauth.ts'
import {
  type OtherToken,
  type StoredRunner,
  deleteOtherToken,
  otherTokenBySecret,
  otherTokenPrefixes,
  resetSecret,
  revokeOtherToken,
  runnerBySecret,
} from '../database/other-tokens.ts'
import { revokeToken, tokenBySecret } from '../database/tokens.ts'
import { type User, userById } from '../database/users.ts'
import { ApiError, unprocessable } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { applicationView } from '../oauth/applications.ts'
import { required, text } from '../parameters.ts'
import { supportsToken, tokenView } from '../tokens.ts'
import { basicView, singleView } from '../views.ts'

const token = required(text())

/** `lib/api/admin/token.rb`: any token, by itself. */
export const anyTokenHandlers: FamilyHandlers<'anyTokens'> = {
  identify: defineHandler({
    permission: 'read_any_token',
    parameters: { token },
    answer: ({ context, caller, values }) => identify(context, caller, values.token).view(),
  }),

  revoke: defineHandler({
    permission: 'revoke_any_token',
    parameters: { token },
    answer: ({ context, caller, values }) => identify(context, caller, values.token).revoke(),
  }),
}

interface Identified {
  view(): object
  revoke(): void
}

/** Throws 422 for a token that begins like no kind, and 404 for one that doesn't exist. */
function identify(context: Context, caller: Caller, secret: string): Identified {
  const { db } = context
  if (secret.startsWith('glpat-')) {
    const found = tokenBySecret(db, secret)
    if (!found || !supportsToken(context, found)) throw unknownSecret()
    return {
      view: () => tokenView(context, found, 'listed'),
      revoke: () => revokeToken(db, found, context.now),
    }
  }
  if (secret.startsWith('gloas-')) {
    const application = requireFound(applicationBySecret(db, secret))
    return reset(context, 'oauth_applications', application, applicationView(application))
  }
  if (secret.startsWith('glrt-')) {
    const runner = requireFound(runnerBySecret(db, secret))
    return reset(context, 'runners', runner, runnerView(runner))
  }
  if (!Object.values(otherTokenPrefixes).some((prefix) => secret.startsWith(prefix))) {
    throw unprocessable('Token type not supported.')
  }
  const other = requireFound(otherTokenBySecret(db, secret))
  return {
    view: () => otherView(context, caller, other, secret),
    revoke: () => revokeOther(context, other),
  }
}

/** A secret that is replaced instead of revoked. */
function reset(
  { db }: Context,
  table: 'oauth_applications' | 'runners',
  { id }: StoredApplication | StoredRunner,
  view: object,
): Identified {
  return { view: () => view, revoke: () => resetSecret(db, table, id) }
}

function requireFound<T>(found: T | undefined): T {
  if (!found) throw unknownSecret()
  return found
}

const unknownSecret = () => new ApiError(404, { message: { error: 'Not found' } })

/** `lib/api/entities/ci/runner.rb` */
function runnerView({ id, runner_type, settings, created_at }: StoredRunner) {
  const { description = null, paused = false } = JSON.parse(settings) as {
    description?: string | null
    paused?: boolean | null
  }
  return {
    id,
    description,
    ip_address: null,
    active: !paused,
    paused: paused ?? false,
    is_shared: runner_type === 'instance_type',
    runner_type,
    name: null,
    online: false,
    created_at,
    status: 'never_contacted',
  }
}

/** Each kind's own fields (`lib/api/entities`). */
function otherView(context: Context, caller: Caller, token: OtherToken, secret: string): object {
  const view = JSON.parse(token.view) as Record<string, unknown>
  const { revoked_at } = token
  const user = token.user_id === null ? undefined : userById(context.db, token.user_id)
  const isRevoked = revoked_at !== null
  switch (token.kind) {
    case 'deploy':
      return { ...view, revoked: isRevoked, expired: false }
    case 'cluster_agent':
      return { ...view, status: isRevoked ? 'revoked' : 'active' }
    case 'trigger':
      return { ...view, expires_at: revoked_at, token: secret.slice(0, 4), owner: owner() }
    case 'job':
      return { job: { ...view, user: owner() } }
    case 'feature_flags':
      // The client's ID is the token itself.
      return {
        unleash_api_url: `${context.url}/api/v4/feature_flags/unleash/17`,
        unleash_api_instance_id: secret,
      }
    case 'feed':
    case 'incoming_email':
    case 'session':
      return singleView(context, user!, caller)
  }

  function owner(): object {
    return basicView(context, user as User)
  }
}

function revokeOther({ db, now }: Context, token: OtherToken): void {
  switch (token.kind) {
    case 'deploy':
    case 'cluster_agent':
    case 'trigger':
      return revokeOtherToken(db, token, now().toISOString())
    case 'feed':
    case 'incoming_email':
    case 'feature_flags':
      return resetSecret(db, 'other_tokens', token.id)
    case 'session':
      return deleteOtherToken(db, token)
    case 'job':
      throw unprocessable('Unsupported token type')
  }
}
