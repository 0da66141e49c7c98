import { assertAdmin, canReadAll } from '../authentication.ts'
import { scimProvider } from '../database/identities.ts'
import { filterConditions } from '../database/users-filter.ts'
import {
  listedUsers,
  orderTerms,
  usersAfter,
  usersQuery,
  wholeUsers,
} from '../database/users-query.ts'
import type { Condition, Columns, ListedUser, Order } from '../database/users-query.ts'
import { exactMatchesFirst } from '../database/users-search.ts'
import { forbidden } from '../errors.ts'
import type { Call } from '../handler.ts'
import { keysetPage } from '../keyset.ts'
import { assertOffsetAllowed, offsetPage, pagingParameters } from '../paging.ts'
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
/** All callers can use one of these, depending on the flavor. */
const creationFilters = { created_after: moment(), created_before: moment() }
const ordering = {
  order_by: choice(['id', 'name', 'username', 'created_at', 'updated_at']),
  sort: choice(['asc', 'desc']),
}
const forAdministrators = {
  extern_uid: text(),
  provider: text(),
  // Not an enum: unknown values are ignored.
  two_factor: text(),
  without_projects: boolean(),
  admins: boolean(),
  auditors: boolean(),
  saml_provider_id: integer(),
  skip_ldap: boolean(),
  custom_attributes: map(text()),
  with_custom_attributes: boolean(),
}

export const listParameters = {
  ...forEveryone,
  ...creationFilters,
  ...ordering,
  ...forAdministrators,
}
export const listRules = [allOrNoneOf('extern_uid', 'provider')]
type ListValues = Values<typeof listParameters>

/** Beyond this many users, offset paging is rejected (`plan_limits.offset_pagination_limit`). */
const maxOffset = 50_000

/** `ee/lib/ee/api/helpers/users_helpers.rb` */
const samlFilterRemovedMessage = (url: string) =>
  'saml_provider_id attribute was removed for security reasons. ' +
  "Consider using 'GET /groups/:id/saml_users' API endpoint instead, " +
  `see ${url}/help/api/groups.md#list-all-saml-users`

/** GET /users: the requested page in the caller's view. */
export function listUsers(call: Call<ListValues>): Response {
  if (call.values.extern_uid && call.values.provider) assertAdmin(call.caller)
  if (call.values.saml_provider_id && call.context.release.has('rejectsSamlFilter')) {
    throw forbidden(samlFilterRemovedMessage(call.context.url))
  }
  if (!call.optionalCaller && !call.values.username) {
    throw forbidden('Not authorized to access /api/v4/users')
  }
  const { context, optionalCaller: visitor } = call
  const values = allowedValues(call)
  if (!visitor || !canReadAll(context, visitor)) {
    return usersPage(call, values, listedUsers, (user) => basicView(context, user))
  }
  const viewer = { ...visitor, isAdmin: true }
  const showsAttributes = visitor.isAdmin && values.with_custom_attributes === true
  return usersPage(call, values, wholeUsers, (user) => ({
    ...adminListView(context, user, viewer),
    ...(showsAttributes && customAttributesView(context, user)),
  }))
}

function usersPage<Row extends ListedUser>(
  call: Call<ListValues>,
  values: Partial<ListValues>,
  columns: Columns<Row>,
  view: (row: Row) => unknown,
): Response {
  const { db, release } = call.context
  const conditions = filterConditions(values, call.optionalCaller?.isAdmin === true)
  if (values.provider === scimProvider && !release.has('scim')) conditions.push(['FALSE'])
  const order = listOrder(values)
  if (values.pagination === 'keyset') {
    return keysetPage(call, {
      order,
      after: (position, limit) => usersAfter(db, columns, conditions, order, position, limit),
      positionOf: (user) => ({ value: user[order.column], id: user.id }),
      view,
    })
  }
  if (release.has('limitsOffset')) assertOffsetAllowed(values, maxOffset, 'User')
  const [orderBy, ...orderValues] = offsetTerms(values, order)
  return offsetPage<Row>(call, {
    columns: columns.sql,
    ...usersQuery(conditions),
    orderBy,
    orderValues,
    view,
  })
}

/** Silently ignores admin-only parameters from other callers (`lib/api/users.rb`). */
function allowedValues({
  context,
  optionalCaller: visitor,
  values,
}: Call<ListValues>): Partial<ListValues> {
  if (visitor && canReadAll(context, visitor)) return values
  const { everyoneFiltersByCreation, everyoneOrdersUsers } = context.flavor
  const names = [
    ...Object.keys(forEveryone),
    ...(everyoneFiltersByCreation ? Object.keys(creationFilters) : []),
    ...(everyoneOrdersUsers ? Object.keys(ordering) : []),
  ]
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** Newer accounts have higher ids, so `created_at` sorts by id (`lib/api/helpers.rb`). */
function listOrder({ order_by, sort }: Partial<ListValues>): Order {
  const column = order_by === 'created_at' ? 'id' : order_by
  return { column: column ?? 'id', direction: sort ?? 'desc' }
}

function offsetTerms({ search, order_by, sort }: Partial<ListValues>, order: Order): Condition {
  return search?.trim() && !order_by && !sort ? exactMatchesFirst(search) : orderTerms(order)
}
