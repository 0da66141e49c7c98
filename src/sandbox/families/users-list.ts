import { mustBeAdmin, readsAll } from '../authentication.ts'
import { scim } from '../database/identities.ts'
import { conditionsOf } from '../database/users-filter.ts'
import {
  countUsers,
  listedUsers,
  orderTerms,
  usersAfter,
  usersAt,
  wholeUsers,
} from '../database/users-query.ts'
import type { Condition, Extent, ListedUser, Order } from '../database/users-query.ts'
import { exactFirst } from '../database/users-search.ts'
import { forbidden } from '../errors.ts'
import type { Call } from '../handler.ts'
import { keysetPage } from '../keyset.ts'
import { limitOffset, offsetPage, pagingParameters } from '../paging.ts'
import { allOrNoneOf, boolean, choice, integer, map, moment, text } from '../parameters.ts'
import type { Values } from '../parameters.ts'
import { adminListView, basicView, customAttributesView } from '../views.ts'

const forEveryone = {
  ...pagingParameters,
  pagination: text(),
  cursor: text(),
  username: text(),
  public_email: text(),
  search: text(),
  active: boolean(),
  external: boolean(),
  blocked: boolean(),
  humans: boolean(),
  exclude_active: boolean(),
  exclude_external: boolean(),
  exclude_humans: boolean(),
  exclude_internal: boolean(),
  without_project_bots: boolean(),
}
/** One of these two is for everyone as well: which, depends on the flavour. */
const creation = { created_after: moment(), created_before: moment() }
const ordering = {
  order_by: choice(['id', 'name', 'username', 'created_at', 'updated_at']),
  sort: choice(['asc', 'desc']),
}
const forAdministrators = {
  extern_uid: text(),
  provider: text(),
  // Not a choice: another word counts as none.
  two_factor: text(),
  without_projects: boolean(),
  admins: boolean(),
  auditors: boolean(),
  saml_provider_id: integer(),
  skip_ldap: boolean(),
  custom_attributes: map(text()),
  with_custom_attributes: boolean(),
}

export const listParameters = { ...forEveryone, ...creation, ...ordering, ...forAdministrators }
export const listRules = [allOrNoneOf('extern_uid', 'provider')]
type ListValues = Values<typeof listParameters>

/** Beyond so many people, pages by offset are refused (`plan_limits.offset_pagination_limit`). */
const mostByOffset = 50_000

/** `ee/lib/ee/api/helpers/users_helpers.rb` */
const samlFilterIsGone = (url: string) =>
  'saml_provider_id attribute was removed for security reasons. ' +
  "Consider using 'GET /groups/:id/saml_users' API endpoint instead, " +
  `see ${url}/help/api/groups.md#list-all-saml-users`

/** GET /users: the page asked for, in the caller's view of it. */
export function listUsers(call: Call<ListValues>): Response {
  if (call.values.extern_uid && call.values.provider) mustBeAdmin(call.caller)
  if (call.values.saml_provider_id && call.context.release.has('refusesSamlFilter')) {
    throw forbidden(samlFilterIsGone(call.context.url))
  }
  if (!call.visitor && !call.values.username) {
    throw forbidden('Not authorized to access /api/v4/users')
  }
  const { context, visitor } = call
  const values = allowed(call)
  if (!visitor || !readsAll(context, visitor)) {
    return pageOf(call, values, listedUsers, (user) => basicView(context, user))
  }
  const viewer = { ...visitor, isAdmin: true }
  const isAsked = visitor.isAdmin && values.with_custom_attributes === true
  return pageOf(call, values, wholeUsers, (user) => ({
    ...adminListView(context, user, viewer),
    ...(isAsked && customAttributesView(context, user)),
  }))
}

function pageOf<Row extends ListedUser>(
  call: Call<ListValues>,
  values: Partial<ListValues>,
  extent: Extent<Row>,
  view: (row: Row) => unknown,
): Response {
  const { db, release } = call.context
  const conditions = conditionsOf(values, call.visitor?.isAdmin === true)
  if (values.provider === scim && !release.has('scim')) conditions.push(['FALSE'])
  const selection = { extent, conditions }
  const order = orderOf(values)
  if (values.pagination === 'keyset') {
    return keysetPage(call, {
      order,
      after: (position, limit) => usersAfter(db, selection, order, position, limit),
      positionOf: (user) => ({ value: user[order.column], id: user.id }),
      view,
    })
  }
  if (release.has('limitsOffset')) limitOffset(values, mostByOffset, 'User')
  const terms = offsetTerms(values, order)
  return offsetPage(call, {
    count: () => countUsers(db, selection.conditions),
    rows: (limit, offset) => usersAt(db, selection, terms, limit, offset),
    view,
  })
}

/** What is for administrators only is dropped without a word when somebody else asks (`lib/api/users.rb`). */
function allowed({ context, visitor, values }: Call<ListValues>): Partial<ListValues> {
  if (visitor && readsAll(context, visitor)) return values
  const { everyoneFiltersByCreation, everyoneOrdersUsers } = context.flavour
  const names = [
    ...Object.keys(forEveryone),
    ...(everyoneFiltersByCreation ? Object.keys(creation) : []),
    ...(everyoneOrdersUsers ? Object.keys(ordering) : []),
  ]
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** Later accounts have higher ids, so the time of creation is ordered by id (`lib/api/helpers.rb`). */
function orderOf({ order_by, sort }: Partial<ListValues>): Order {
  const column = order_by === 'created_at' ? 'id' : order_by
  return { column: column ?? 'id', direction: sort ?? 'desc' }
}

function offsetTerms({ search, order_by, sort }: Partial<ListValues>, order: Order): Condition {
  return search?.trim() && !order_by && !sort ? exactFirst(search) : orderTerms(order)
}
