import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Count, Id, maybe, textOrEmpty } from './fields.ts'

export const AssociationsCount = z.looseObject({
  groups_count: maybe(Count),
  projects_count: maybe(Count),
  issues_count: maybe(Count),
  merge_requests_count: maybe(Count),
})
export type AssociationsCount = z.output<typeof AssociationsCount>

/** A direct membership; inherited ones are not listed. `Namespace` is a group. */
export const Membership = z.looseObject({
  source_id: Id,
  source_name: textOrEmpty,
  source_type: textOrEmpty,
  /** 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner. */
  access_level: maybe(Count),
})
export type Membership = z.output<typeof Membership>

export const associations = {
  /** Administrators may ask about anybody, others about themselves. */
  count: endpoint('GET', '/users/:id/associations_count', { returns: AssociationsCount }),
  memberships: endpoint('GET', '/users/:id/memberships', {
    query: z.strictObject({ type: z.enum(['Project', 'Namespace']).optional() }),
    returns: z.array(Membership),
    paged: true,
    admin: true,
  }),
}
