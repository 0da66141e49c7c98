import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Count, DateText, Id, ResponseText, listOf, maybe, textOrEmpty } from './fields.ts'

/** A group that was invited. Its members get their own role, but none above `group_access_level`. */
const InvitedGroup = z.looseObject({
  group_id: Id,
  group_access_level: maybe(Count),
  expires_at: maybe(DateText),
})

export const Group = z.looseObject({
  id: Id,
  name: textOrEmpty,
  full_path: textOrEmpty,
  /** Null for a top-level group. */
  parent_id: maybe(Id),
  /** Absent in lists. */
  shared_with_groups: maybe(listOf(InvitedGroup)),
})
export type Group = z.output<typeof Group>

export const Project = z.looseObject({
  id: Id,
  name: textOrEmpty,
  path_with_namespace: textOrEmpty,
  /** The group or user that it belongs to. */
  namespace: maybe(z.looseObject({ id: Id, kind: maybe(ResponseText) })),
  shared_with_groups: maybe(listOf(InvitedGroup)),
})
export type Project = z.output<typeof Project>

const local = { optional: true, admin: true, local: true, fresh: true } as const
const groupList = { ...local, returns: z.array(Group), paged: true } as const
const projectList = { ...local, returns: z.array(Project), paged: true } as const

/** `lib/api/groups.rb` */
export const groups = {
  /** Administrators get all groups only with `all_available`. */
  list: endpoint('GET', '/groups', {
    ...groupList,
    query: z.strictObject({
      all_available: z.literal(true),
      /** Part of a name or path. */
      search: z.string().optional(),
    }),
  }),
  get: endpoint('GET', '/groups/:id', {
    ...local,
    returns: Group,
    query: z.strictObject({ with_projects: z.literal(false) }),
  }),
  listDescendants: endpoint('GET', '/groups/:id/descendant_groups', groupList),
  listProjects: endpoint('GET', '/groups/:id/projects', {
    ...projectList,
    query: z.strictObject({ include_subgroups: z.literal(true), with_shared: z.literal(false) }),
  }),
}

/** `lib/api/projects.rb` */
export const projects = {
  list: endpoint('GET', '/projects', projectList),
}
