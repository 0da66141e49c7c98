import { assertUnmodified } from '../conditional-delete.ts'
import type { Context } from '../context.ts'
import { type Token, revokeToken, tokenStateCondition } from '../database/tokens.ts'
import type { User } from '../database/users.ts'
import { invalidFields, notFound } from '../errors.ts'
import { type FamilyHandlers, type InstanceRule, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { allOf, choice, date, integer, list, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { issueToken, restrictScopes, tokenErrors, tokenView } from '../tokens.ts'

const user_id = required(integer())
const impersonation_token_id = required(integer())

/** The tokens with which administrators act as other users (`lib/api/users.rb`). */
export const impersonationTokenHandlers: FamilyHandlers<'impersonationTokens'> = {
  list: defineHandler({
    parameters: { user_id, state: choice(['all', 'active', 'inactive']), ...pagingParameters },
    answer: (call) => {
      const { context, values } = call
      const user = requireUser(context, values.user_id)
      return offsetPage<Token>(call, {
        ...tokensQuery(context, user, values.state ?? 'all'),
        orderBy: 'id',
        view: (token) => flagged(tokenView(context, token, 'listed')),
      })
    },
  }),

  get: defineHandler({
    parameters: { user_id, impersonation_token_id },
    answer: ({ context, values }) =>
      flagged(
        tokenView(
          context,
          findToken(context, values.user_id, values.impersonation_token_id),
          'alone',
        ),
      ),
  }),

  create: defineHandler({
    parameters: {
      user_id,
      name: required(text()),
      expires_at: date(),
      scopes: list(text()),
      description: text(),
    },
    rules: [requireExpiryAndScopes, restrictScopes(allowedScopes)],
    answer: ({ context, values }) => {
      const user = requireUser(context, values.user_id)
      const request = {
        name: values.name,
        scopes: values.scopes ?? [],
        expires_at: values.expires_at ?? null,
        description: values.description ?? null,
      }
      const errors = tokenErrors(context, user, request)
      if (Object.keys(errors).length > 0) throw invalidFields(errors)
      return flagged(issueToken(context, user, 'impersonation', request))
    },
  }),

  revoke: defineHandler({
    parameters: { user_id, impersonation_token_id },
    answer: ({ context, headers, values }) => {
      const token = findToken(context, values.user_id, values.impersonation_token_id)
      assertUnmodified({ headers }, token.updated_at)
      revokeToken(context.db, token, context.now)
    },
  }),
}

function requireExpiryAndScopes(
  ...[given, { flavor }]: Parameters<InstanceRule>
): string | undefined {
  return flavor.impersonationNeedsNameOnly ? undefined : allOf('expires_at', 'scopes')(given)
}

/** Undefined if the model validates it. */
function allowedScopes({ flavor }: Pick<Context, 'flavor'>) {
  return flavor.impersonationAcceptsAnyScope ? undefined : ['api', 'read_user']
}

function tokensQuery({ now }: Context, user: User, state: 'all' | 'active' | 'inactive') {
  const all = `FROM tokens WHERE user_id = ? AND kind = 'impersonation'`
  if (state === 'all') return { from: all, values: [user.id] }
  const [isInState, ...values] = tokenStateCondition(state, now)
  return { from: `${all} AND ${isInState}`, values: [user.id, ...values] }
}

/** An impersonation token in API responses. */
function flagged<View extends object>(view: View) {
  return { ...view, impersonation: true }
}

/** A user's impersonation token. Other kinds of tokens can't be accessed here. */
function findToken(context: Context, userId: number, tokenId: number): Token {
  const user = requireUser(context, userId)
  const token = context.db.one<Token>(
    `SELECT * FROM tokens WHERE id = ? AND user_id = ? AND kind = 'impersonation'`,
    tokenId,
    user.id,
  )
  if (!token) throw notFound('Impersonation Token')
  return token
}
