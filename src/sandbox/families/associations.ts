import { type Membership, type NamespaceType, membershipsQuery } from '../database/memberships.ts'
import { countsOf } from '../database/users.ts'
import type { Flavor } from '../flavors.ts'
import { forbidden } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { choice, integer, required } from '../parameters.ts'
import { requireUser } from '../require-user.ts'

const types: readonly NamespaceType[] = ['Project', 'Namespace']

/** What people take part in. */
export const associationHandlers: FamilyHandlers<'associations'> = {
  count: defineHandler({
    parameters: { id: required(integer()) },
    answer: ({ context: { db }, caller, values: { id } }) => {
      const user = requireUser({ db }, id)
      if (!caller.isAdmin && caller.user.id !== id) throw forbidden()
      const count = (type: NamespaceType) => {
        const { from, values } = membershipsQuery(id, type)
        return db.count(from, ...values)
      }
      const { issues_count, merge_requests_count } = countsOf(user)
      return {
        groups_count: count('Namespace'),
        projects_count: count('Project'),
        issues_count,
        merge_requests_count,
      }
    },
  }),

  memberships: defineHandler({
    parameters: { id: required(integer()), type: choice(types), ...pagingParameters },
    answer: (call) => {
      const { flavor } = call.context
      const { id, type } = call.values
      requireUser(call.context, id)
      return offsetPage<Membership>(call, {
        columns: 'namespaces.*, access_level',
        ...membershipsQuery(id, type),
        orderBy: 'namespaces.id',
        view: (membership) => membershipView(flavor, membership),
      })
    },
  }),
}

function membershipView({ accessLevelsAreTexts }: Flavor, { id, name, type, ...rest }: Membership) {
  return {
    source_id: id,
    source_name: name,
    source_type: type,
    access_level: accessLevelsAreTexts ? String(rest.access_level) : rest.access_level,
  }
}
