import { formatDate, day, addTime } from '../clock.ts'
import type { Context } from '../context.ts'
import type { User } from '../database/users.ts'
import { unprocessable } from '../errors.ts'
import { defineHandler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { date, integer, list, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { toSentence } from '../sentence.ts'
import { issueToken, restrictScopes, latestExpiry, tokenErrors } from '../tokens.ts'
import type { TokenRequest } from '../tokens.ts'

const name = required(text())
const scopes = required(list(text()))
const optionalParameters = { expires_at: date(), description: text() }

/** Tokens that people use as themselves (`app/services/personal_access_tokens/create_service.rb`). */
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
}

/**
 * Where no day is given: tomorrow's date, as a token is dead from the start of the day it names, so that it lives until the
 * end of today. Newer versions give it all the time that there is.
 */
function ownExpiry(context: Context): string | null {
  if (context.release.has('longOwnTokens')) return latestExpiry(context)
  return formatDate(addTime(context.now(), day))
}

function createToken(context: Context, user: User, request: TokenRequest) {
  const errors = tokenErrors(context, user, request)
  if (Object.keys(errors).length > 0) throw unprocessable(toSentence(errors))
  return issueToken(context, user, 'personal', request)
}
