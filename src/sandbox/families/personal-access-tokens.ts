import { dateText, day, later } from '../clock.ts'
import type { Context } from '../context.ts'
import { userById } from '../database/users.ts'
import type { User } from '../database/users.ts'
import { notFound, unprocessable } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { date, integer, list, required, text } from '../parameters.ts'
import { sentence } from '../sentence.ts'
import { issueToken, knownScopes, latestExpiry, tokenComplaints } from '../tokens.ts'
import type { TokenWish } from '../tokens.ts'

const name = required(text())
const scopes = required(list(text()))
const optional = { expires_at: date(), description: text() }

/** Tokens that people use as themselves (`app/services/personal_access_tokens/create_service.rb`). */
export const personalAccessTokens: FamilyHandlers<'personalAccessTokens'> = {
  createFor: handler({
    parameters: {
      user_id: required(integer()),
      name,
      scopes,
      ...optional,
    },
    rules: [knownScopes(({ release }) => release.scopes)],
    answer: ({ context, values }) => {
      const user = userById(context.db, values.user_id)
      if (!user) throw notFound('User')
      return create(context, user, {
        name: values.name,
        scopes: values.scopes,
        expires_at: values.expires_at ?? latestExpiry(context),
        description: values.description ?? null,
      })
    },
  }),

  create: handler({
    parameters: { name, scopes, ...optional },
    rules: [
      knownScopes(({ release }) => [
        'k8s_proxy',
        ...(release.has('ownSelfRotation') ? ['self_rotate'] : []),
      ]),
    ],
    answer: ({ context, caller, values }) =>
      create(context, caller.user, {
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
  return dateText(later(context.now(), day))
}

function create(context: Context, user: User, wish: TokenWish) {
  const wrong = tokenComplaints(context, user, wish)
  if (Object.keys(wrong).length > 0) throw unprocessable(sentence(wrong))
  return issueToken(context, user, 'personal', wish)
}
