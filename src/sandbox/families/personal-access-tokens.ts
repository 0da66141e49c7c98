import { tokenOfRequest } from '../access-token.ts'
import { gitlabDays } from '../../shared/rules/gitlab-days.ts'
import type { Caller, Context } from '../context.ts'
import {
  type Token,
  isTokenExpired,
  revokeToken,
  revokeTokenFamily,
  scopes as allScopes,
  scopesOf,
  tokenById,
} from '../database/tokens.ts'
import { type User, userById } from '../database/users.ts'
import {
  ApiError,
  badRequest,
  notFound,
  recordNotFound,
  unauthorized,
  unprocessable,
} from '../errors.ts'
import { defineHandler } from '../handler.ts'
import type { Call, FamilyHandlers } from '../handler.ts'
import { date, integer, list, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { toSentence } from '../sentence.ts'
import {
  issueToken,
  supportsToken,
  restrictScopes,
  latestExpiry,
  tokenErrors,
  tokenView,
} from '../tokens.ts'
import type { TokenRequest } from '../tokens.ts'
import { tokenListParameters, listTokens } from './personal-access-tokens-list.ts'

const name = required(text())
const scopes = required(list(text()))
const optionalParameters = { expires_at: date(), description: text() }
const token_id = required(integer())
const revokePermission = 'revoke_personal_access_token'
const rotatePermission = 'rotate_personal_access_token'

/** Personal access tokens (`app/services/personal_access_tokens/create_service.rb`). */
export const personalAccessTokenHandlers: FamilyHandlers<'personalAccessTokens'> = {
  createFor: defineHandler({
    parameters: {
      user_id: required(integer()),
      name,
      scopes,
      ...optionalParameters,
    },
    rules: [restrictScopes(({ release }) => release.scopes)],
    answer: ({ context, values }) => {
      const user = requireUser(context, values.user_id)
      return createToken(context, user, {
        name: values.name,
        scopes: values.scopes,
        expires_at: values.expires_at ?? latestExpiry(context),
        description: values.description ?? null,
      })
    },
  }),

  create: defineHandler({
    parameters: { name, scopes, ...optionalParameters },
    rules: [
      restrictScopes(({ release }) => [
        'k8s_proxy',
        ...(release.has('ownSelfRotation') ? ['self_rotate'] : []),
      ]),
    ],
    answer: ({ context, caller, values }) =>
      createToken(context, caller.user, {
        name: values.name,
        scopes: values.scopes,
        expires_at: values.expires_at ?? ownExpiry(context),
        description: values.description ?? null,
      }),
  }),

  list: defineHandler({ parameters: tokenListParameters, answer: listTokens }),

  get: defineHandler({
    parameters: { token_id },
    answer: (call) => tokenView(call.context, requireToken(call), 'listed'),
  }),

  revoke: defineHandler({
    permission: revokePermission,
    parameters: { token_id },
    answer: ({ context, caller, values }) => {
      const token = tokenById(context.db, values.token_id)
      if (!token) throw recordNotFound()
      // app/policies/personal_access_token_policy.rb
      const isOwn = token.user_id === caller.user.id && token.kind === 'personal'
      if (!isOwn && !caller.isAdmin) throw badRequest()
      revokeToken(context.db, token, context.now)
    },
  }),

  rotate: defineHandler({
    permission: rotatePermission,
    beforeAuthentication: revokeReusedTokenFamily,
    parameters: { token_id, expires_at: date() },
    answer: (call) => {
      const { context, values } = call
      const token = requireToken(call)
      if (token.kind !== 'personal') {
        throw new ApiError(405, { message: '405 Method Not Allowed' })
      }
      if (token.revoked) revokeTokenFamily(context.db, token, context.now)
      if (token.revoked || isTokenExpired(token, context.now)) throw unauthorized()
      return rotate(context, token, values.expires_at)
    },
  }),

  // Any scope is enough for `self`, but a fine-grained token needs a permission.
  self: defineHandler({
    scopes: allScopes,
    answer: ({ context, caller }) => tokenView(context, personalToken(caller), 'listed'),
  }),

  rotateSelf: defineHandler({
    permission: rotatePermission,
    scopes: ['self_rotate'],
    beforeAuthentication: revokeReusedTokenFamily,
    parameters: { expires_at: date() },
    answer: ({ context, caller, values }) => {
      // Before 16.10, `self` is parsed as an ID that no token has.
      if (!context.release.has('selfRotation')) throw unknownToken(caller)
      return rotate(context, personalToken(caller), values.expires_at)
    },
  }),

  revokeSelf: defineHandler({
    permission: revokePermission,
    scopes: allScopes,
    answer: ({ context, caller }) => revokeToken(context.db, personalToken(caller), context.now),
  }),
}

/** The request's own token. Throws an `ApiError` for an OAuth token. */
function personalToken({ token }: Caller): Token {
  if (token.kind !== 'oauth') return token
  throw badRequest('This endpoint requires token type to be a personal access token')
}

/** A token that the caller may read. */
function requireToken({ context, caller, values }: Call<{ token_id: number }>): Token {
  const token = tokenById(context.db, values.token_id)
  if (!token || !supportsToken(context, token)) throw unknownToken(caller)
  if (!caller.isAdmin && token.user_id !== caller.user.id) throw unauthorized()
  return token
}

/** Only administrators are told that a token doesn't exist (`lib/api/personal_access_tokens.rb`). */
function unknownToken({ isAdmin }: Caller): ApiError {
  return isAdmin ? notFound() : unauthorized()
}

/**
 * If the request's token was revoked, also revokes all of its successors (`lib/gitlab/auth/auth_finders.rb`,
 * `revoke_token_family`).
 */
function revokeReusedTokenFamily({ db, now }: Context, headers: Headers): void {
  const reused = tokenOfRequest(db, headers)
  if (reused?.revoked && reused.kind !== 'oauth') revokeTokenFamily(db, reused, now)
}

/** Replaces a token with a new one and revokes the old one immediately. */
function rotate(context: Context, token: Token, requestedExpiry: string | null | undefined) {
  const { name, description, kind } = token
  const user = userById(context.db, token.user_id)!
  const expires_at = requestedExpiry ?? rotatedExpiry(context)
  const request = { name, description, scopes: scopesOf(token), expires_at }
  const errors = tokenErrors(context, user, request)
  if (Object.keys(errors).length > 0) throw badRequest(toSentence(errors))
  return context.db.transaction(() => {
    revokeToken(context.db, token, context.now)
    return issueToken(context, user, kind, request, token)
  })
}

function rotatedExpiry({ now, tokensExpire, release }: Context): string | null {
  if (!tokensExpire && release.has('lastingTokens')) return null
  return gitlabDays.rotatedTokenExpiry.day(now().getTime())
}

/**
 * The default expiry date is tomorrow: a token expires at the start of that day, so it works until the end of today.
 * Newer versions grant the maximum lifetime.
 */
function ownExpiry(context: Context): string | null {
  if (context.release.has('longOwnTokens')) return latestExpiry(context)
  return gitlabDays.ownTokenExpiry.day(context.now().getTime())
}

function createToken(context: Context, user: User, request: TokenRequest) {
  // Our own text.
  if (context.enforceFineGrainedTokens) {
    throw unprocessable('Your administrator requires fine-grained personal access tokens')
  }
  const errors = tokenErrors(context, user, request)
  if (Object.keys(errors).length > 0) throw unprocessable(toSentence(errors))
  return issueToken(context, user, 'personal', request)
}
