import { ownToken, revokeOwnToken, rotateOwnToken } from '../../shared/gitlab/own-token.ts'
import { recordActivity } from '../activity.ts'
import { authenticate, tokenFromHeaders } from '../authentication.ts'
import { addTime, day, formatDate } from '../clock.ts'
import type { Caller, Context } from '../context.ts'
import {
  revokeToken,
  revokeTokenFamily,
  scopes,
  scopesOf,
  tokenBySecret,
} from '../database/tokens.ts'
import { ApiError, badRequest, unauthorized } from '../errors.ts'
import { checkParameters, date } from '../parameters.ts'
import { readParameters } from '../request-parameters.ts'
import { toSentence } from '../sentence.ts'
import { issueToken, tokenErrors, tokenView } from '../tokens.ts'

/** Days of a rotated token for which none are asked (`app/services/personal_access_tokens/rotate_service.rb`). */
const rotatedLifetimeDays = 7

/** The token that asks; any scope will do, but a fine-grained token needs a permission. */
export function answerOwnToken(context: Context, headers: Headers): Response {
  const requirements = { permission: 'read_personal_access_token', extraScopes: scopes }
  const { token } = authenticate(context, ownToken, headers, {}, requirements)!
  return Response.json(tokenView(context, token, 'listed'))
}

/** Revokes the token that asks; any scope will do, but a fine-grained token needs a permission. */
export function revokeAskingToken(context: Context, headers: Headers): Response {
  const caller = authenticate(
    context,
    revokeOwnToken,
    headers,
    {},
    {
      permission: 'revoke_personal_access_token',
      extraScopes: scopes,
    },
  )!
  recordActivity(context, caller)
  revokeToken(context.db, caller.token, context.now)
  return new Response(null, { status: 204 })
}

/**
 * Puts another token in the place of the one that asks, which is revoked at once (`lib/api/personal_access_tokens/self_rotation.rb`).
 * Where the one that asks was revoked before, all that it was rotated into is revoked, too.
 */
export async function rotateToken(context: Context, request: Request): Promise<Response> {
  const raw = await readParameters(request, {})
  revokeFamilyOfReused(context, request.headers)
  const caller = authenticate(context, rotateOwnToken, request.headers, raw, {
    permission: 'rotate_personal_access_token',
    extraScopes: context.release.has('selfRotation') ? ['self_rotate'] : [],
  })!
  recordActivity(context, caller)
  const { expires_at } = checkParameters({ expires_at: date() }, raw)
  if (!context.release.has('selfRotation')) throw unknownToken(caller)
  return Response.json(rotate(context, caller, expires_at ?? defaultExpiry(context)))
}

function rotate(context: Context, { user, token }: Caller, expires_at: string | null) {
  const { name, description, kind } = token
  const request = { name, description, scopes: scopesOf(token), expires_at }
  const errors = tokenErrors(context, user, request)
  if (Object.keys(errors).length > 0) throw badRequest(toSentence(errors))
  return context.db.transaction(() => {
    revokeToken(context.db, token, context.now)
    return issueToken(context, user, kind, request, token)
  })
}

/** Automatic reuse detection (`doc/api/personal_access_tokens.md`). */
function revokeFamilyOfReused({ db, now }: Context, headers: Headers): void {
  const reused = tokenBySecret(db, tokenFromHeaders(headers) ?? '')
  if (reused?.revoked) revokeTokenFamily(db, reused, now)
}

/** Before 16.10, `self` is an ID that no token has; only administrators are told (`lib/api/personal_access_tokens.rb`). */
function unknownToken({ isAdmin }: Caller): ApiError {
  return isAdmin ? new ApiError(404, { message: '404 Not Found' }) : unauthorized()
}

function defaultExpiry({ now, tokensExpire, release }: Context): string | null {
  if (!tokensExpire && release.has('lastingTokens')) return null
  return formatDate(addTime(now(), rotatedLifetimeDays * day))
}
