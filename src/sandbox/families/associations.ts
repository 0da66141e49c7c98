import type { Membership, NamespaceType } from '../database/memberships.ts'
import { countMemberships, listMemberships } from '../database/memberships.ts'
import { countsOf, userById } from '../database/users.ts'
import type { Flavour } from '../flavours.ts'
import { forbidden, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { choice, integer, required } from '../parameters.ts'

const types: readonly NamespaceType[] = ['Project', 'Namespace']

/** What people take part in. */
export const associations: FamilyHandlers<'associations'> = {
  count: handler({
    parameters: { id: required(integer()) },
    answer: ({ context: { db }, caller, values: { id } }) => {
      const user = userById(db, id)
      if (!user) throw notFound('User')
      if (!caller.isAdmin && caller.user.id !== id) throw forbidden()
      const { issues_count, merge_requests_count } = countsOf(user)
      return {
        groups_count: countMemberships(db, id, 'Namespace'),
        projects_count: countMemberships(db, id, 'Project'),
        issues_count,
        merge_requests_count,
      }
    },
  }),

  memberships: handler({
    parameters: { id: required(integer()), type: choice(types), ...pagingParameters },
    answer: (call) => {
      const { db, flavour } = call.context
      const { id, type } = call.values
      if (!userById(db, id)) throw notFound('User')
      return offsetPage(call, {
        count: () => countMemberships(db, id, type ?? undefined),
        rows: (limit, offset) => listMemberships(db, id, type ?? undefined, limit, offset),
        view: (membership) => membershipView(flavour, membership),
      })
    },
  }),
}

function membershipView(
  { accessLevelsAreTexts }: Flavour,
  { id, name, type, ...rest }: Membership,
) {
  return {
    source_id: id,
    source_name: name,
    source_type: type,
    access_level: accessLevelsAreTexts ? String(rest.access_level) : rest.access_level,
  }
}
