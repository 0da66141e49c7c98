import { type Token, tokenStateCondition } from '../database/tokens.ts'
import type { Condition } from '../database/users-query.ts'
import { userById } from '../database/users.ts'
import { notFound, unauthorized } from '../errors.ts'
import type { Call } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { type Values, boolean, choice, date, integer, moment, text } from '../parameters.ts'
import { tokenView } from '../tokens.ts'

export const tokenListParameters = {
  ...pagingParameters,
  user_id: integer(),
  state: choice(['active', 'inactive']),
  revoked: boolean(),
  search: text(),
  created_after: moment(),
  created_before: moment(),
  last_used_after: moment(),
  last_used_before: moment(),
  expires_after: date(),
  expires_before: date(),
  // Not an enum: unknown values are ignored.
  sort: text(),
}
type ListValues = Values<typeof tokenListParameters>

/** GET /personal_access_tokens (`lib/api/helpers/personal_access_tokens_helpers.rb`, `app/finders/personal_access_tokens_finder.rb`). */
export function listTokens(call: Call<ListValues>): Response {
  const { context } = call
  const conditions = [...ownerConditions(call), ...filterConditions(call)]
  // Fine-grained tokens have permissions instead of scopes.
  if (!context.release.has('granularTokens')) conditions.push(['permissions IS NULL'])
  const where = conditions.map(([sql]) => ` AND (${sql})`).join('')
  return offsetPage<Token>(call, {
    from: `FROM tokens WHERE TRUE${where}`,
    values: conditions.flatMap(([, ...values]) => values),
    orderBy: orderOf(call.values.sort),
    view: (token) => tokenView(context, token, 'listed'),
  })
}

/** Administrators get all users' tokens or one user's, including impersonation tokens. Other users get their own. */
function ownerConditions({ context, caller, values: { user_id } }: Call<ListValues>): Condition[] {
  if (!caller.isAdmin) {
    const isOther = typeof user_id === 'number' && user_id !== caller.user.id
    if (isOther) throw unauthorized()
    return [[`user_id = ? AND kind = 'personal'`, caller.user.id]]
  }
  if (user_id === undefined) return []
  if (user_id === null) throw notFound()
  if (userById(context.db, user_id)) return [['user_id = ?', user_id]]
  if (context.release.has('rejectsUnknownTokenOwner')) throw notFound()
  return []
}

function filterConditions({ context, values }: Call<ListValues>): Condition[] {
  const { state, revoked, search } = values
  const comparisons = [
    ['created_at >= ?', values.created_after],
    ['created_at <= ?', values.created_before],
    ['last_used_at >= ?', values.last_used_after],
    ['last_used_at <= ?', values.last_used_before],
    ['expires_at >= ?', values.expires_after],
    ['expires_at < ?', values.expires_before],
    ['instr(lower(name), lower(?)) > 0', search],
    ['revoked = ?', typeof revoked === 'boolean' ? Number(revoked) : revoked],
  ] as const
  return [
    ...(state ? [tokenStateCondition(state, context.now)] : []),
    ...comparisons.flatMap(([sql, value]) =>
      value === null || value === undefined ? [] : [[sql, value] as const],
    ),
  ]
}

const sortColumns: Record<string, string> = {
  created: 'created_at',
  expires: 'expires_at',
  last_used: 'last_used_at',
  name: 'lower(name)',
}

/** Null sorts as the greatest value, as in PostgreSQL. */
function orderOf(sort: string | null | undefined): string {
  const [, field, direction] =
    /^(created|expires|last_used|name)_(asc|desc)$/.exec(sort ?? '') ?? []
  if (!field) return 'id'
  return `${sortColumns[field]} ${direction} NULLS ${direction === 'asc' ? 'LAST' : 'FIRST'}, id DESC`
}
