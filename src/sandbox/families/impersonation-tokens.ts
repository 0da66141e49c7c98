import { dateText } from '../clock.ts'
import { mustBeUnchanged } from '../conditional-delete.ts'
import type { Context } from '../context.ts'
import type { Token } from '../database/tokens.ts'
import { userById } from '../database/users.ts'
import type { User } from '../database/users.ts'
import { invalidFields, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers, InstanceRule } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { allOf, choice, date, integer, list, required, text } from '../parameters.ts'
import { issueToken, knownScopes, tokenComplaints, tokenView } from '../tokens.ts'

const user_id = required(integer())
const impersonation_token_id = required(integer())

/** Tokens with which an administrator acts as somebody else (`lib/api/users.rb`). */
export const impersonationTokens: FamilyHandlers<'impersonationTokens'> = {
  list: handler({
    parameters: { user_id, state: choice(['all', 'active', 'inactive']), ...pagingParameters },
    answer: (call) => {
      const { context, values } = call
      const user = person(context, values.user_id)
      const { from, bound } = selection(context, user, values.state ?? 'all')
      return offsetPage<Token>(call, {
        count: () =>
          context.db.one<{ count: number }>(`SELECT count(*) AS count ${from}`, ...bound)!.count,
        rows: (limit, offset) =>
          context.db.all(`SELECT * ${from} ORDER BY id LIMIT ? OFFSET ?`, ...bound, limit, offset),
        view: (token) => tokenView(context, token, 'listed'),
      })
    },
  }),

  get: handler({
    parameters: { user_id, impersonation_token_id },
    answer: ({ context, values }) =>
      tokenView(context, tokenOf(context, values.user_id, values.impersonation_token_id), 'alone'),
  }),

  create: handler({
    parameters: {
      user_id,
      name: required(text()),
      expires_at: date(),
      scopes: list(text()),
      description: text(),
    },
    rules: [wholeWish, knownScopes(scopesOfImpersonation)],
    answer: ({ context, values }) => {
      const user = person(context, values.user_id)
      const wish = {
        name: values.name,
        scopes: values.scopes ?? [],
        expires_at: values.expires_at ?? null,
        description: values.description ?? null,
      }
      const wrong = tokenComplaints(context, user, wish)
      if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
      return issueToken(context, user, 'impersonation', wish)
    },
  }),

  revoke: handler({
    parameters: { user_id, impersonation_token_id },
    answer: ({ context, headers, values }) => {
      const token = tokenOf(context, values.user_id, values.impersonation_token_id)
      mustBeUnchanged({ headers }, token.updated_at)
      context.db.run(
        'UPDATE tokens SET revoked = 1, updated_at = ? WHERE id = ?',
        context.now().toISOString(),
        token.id,
      )
    },
  }),
}

function wholeWish(...[given, { flavour }]: Parameters<InstanceRule>): string | undefined {
  return flavour.impersonationNeedsNameOnly ? undefined : allOf('expires_at', 'scopes')(given)
}

/** Undefined where the model decides. */
function scopesOfImpersonation({ flavour }: Pick<Context, 'flavour'>) {
  return flavour.impersonationTakesAnyScope ? undefined : ['api', 'read_user']
}

/** The tokens in a state: an active one is neither revoked nor expired. */
function selection({ now }: Context, user: User, state: 'all' | 'active' | 'inactive') {
  const all = `FROM tokens WHERE user_id = ? AND kind = 'impersonation'`
  if (state === 'all') return { from: all, bound: [user.id] }
  const active = '(revoked = 0 AND (expires_at IS NULL OR expires_at > ?))'
  const from = `${all} AND ${state === 'active' ? '' : 'NOT '}${active}`
  return { from, bound: [user.id, dateText(now())] }
}

/** An impersonation token of a user; their other tokens cannot be reached here. */
function tokenOf(context: Context, userId: number, tokenId: number): Token {
  const user = person(context, userId)
  const token = context.db.one<Token>(
    `SELECT * FROM tokens WHERE id = ? AND user_id = ? AND kind = 'impersonation'`,
    tokenId,
    user.id,
  )
  if (!token) throw notFound('Impersonation Token')
  return token
}

function person({ db }: Context, id: number): User {
  const user = userById(db, id)
  if (!user) throw notFound('User')
  return user
}
