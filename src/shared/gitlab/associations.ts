import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Count, DateText, Id, ResponseText, SentId, maybe, textOrEmpty } from './fields.ts'

export const AssociationsCount = z.looseObject({
  groups_count: maybe(Count),
  projects_count: maybe(Count),
  issues_count: maybe(Count),
  merge_requests_count: maybe(Count),
})
export type AssociationsCount = z.output<typeof AssociationsCount>

/** A direct membership. Inherited memberships aren't listed. `Namespace` means a group. */
export const Membership = z.looseObject({
  source_id: Id,
  source_name: textOrEmpty,
  source_type: textOrEmpty,
  /** 5 minimal, 10 guest, 15 planner, 20 reporter, 30 developer, 40 maintainer, 50 owner. */
  access_level: maybe(Count),
})
export type Membership = z.output<typeof Membership>

/** A member of a group or a project. */
export const Member = z.looseObject({
  id: Id,
  username: textOrEmpty,
  name: textOrEmpty,
  state: maybe(ResponseText),
  access_level: maybe(Count),
  expires_at: maybe(DateText),
  /** Who added the member; null or absent if GitLab doesn't know (`lib/api/entities/member.rb`). */
  created_by: maybe(z.looseObject({ id: Id })),
})
export type Member = z.output<typeof Member>

/**
 * Sent with every removal. Otherwise GitLab also removes the user from all subgroups and projects, or unassigns their
 * issues (`lib/api/members.rb`).
 */
const removal = {
  query: z.strictObject({
    skip_subresources: z.literal(true),
    unassign_issuables: z.literal(false),
  }),
  optional: true,
  admin: true,
  local: true,
} as const
const member = { returns: Member, fresh: true, optional: true, admin: true, local: true } as const
const directMembers = { ...member, returns: z.array(Member), paged: true } as const
/** Includes members of the groups around it and of invited groups, each once with the highest role. */
const allMembers = directMembers
const accessLevel = z.int().min(0).max(50)
const added = {
  body: z.strictObject({ user_id: SentId, access_level: accessLevel }),
  returns: Member,
  optional: true,
  admin: true,
  local: true,
} as const
const changed = { ...added, body: z.strictObject({ access_level: accessLevel }) } as const

export const associations = {
  /** Administrators can query any user, other users only themselves. */
  count: endpoint('GET', '/users/:id/associations_count', { returns: AssociationsCount }),
  memberships: endpoint('GET', '/users/:id/memberships', {
    query: z.strictObject({ type: z.enum(['Project', 'Namespace']).optional() }),
    returns: z.array(Membership),
    paged: true,
    admin: true,
  }),
  groupMember: endpoint('GET', '/groups/:group_id/members/:user_id', member),
  projectMember: endpoint('GET', '/projects/:project_id/members/:user_id', member),
  listGroupMembers: endpoint('GET', '/groups/:group_id/members', directMembers),
  listProjectMembers: endpoint('GET', '/projects/:project_id/members', directMembers),
  allGroupMembers: endpoint('GET', '/groups/:group_id/members/all', allMembers),
  allProjectMembers: endpoint('GET', '/projects/:project_id/members/all', allMembers),
  /** `group`: its ID or path. Returns 409 for a user who already is a direct member. */
  addGroupMember: endpoint('POST', '/groups/:group/members', added),
  addProjectMember: endpoint('POST', '/projects/:project_id/members', added),
  /** Only for a direct member. */
  changeGroupMember: endpoint('PUT', '/groups/:group_id/members/:user_id', changed),
  changeProjectMember: endpoint('PUT', '/projects/:project_id/members/:user_id', changed),
  /**
   * Returns 204 even if GitLab keeps the last owner, 403 for the last owner, and 404 for a user who isn't a direct
   * member.
   */
  removeGroupMember: endpoint('DELETE', '/groups/:group_id/members/:user_id', removal),
  removeProjectMember: endpoint('DELETE', '/projects/:project_id/members/:user_id', removal),
}
