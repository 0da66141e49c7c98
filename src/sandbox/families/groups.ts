import type { Context } from '../context.ts'
import {
  type Namespace,
  type NamespaceType,
  fullPath,
  namespaceByNumber,
  sharesOf,
} from '../database/memberships.ts'
import { notFound } from '../errors.ts'
import { type Call, type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { boolean, integer, required, text } from '../parameters.ts'

const id = required(integer())

/** `lib/api/groups.rb`; only administrators use these here. */
export const groupHandlers: FamilyHandlers<'groups'> = {
  list: defineHandler({
    parameters: { all_available: boolean(), search: text(), ...pagingParameters },
    answer: (call) =>
      listNamespaces(
        call,
        'Namespace',
        'FROM namespaces WHERE type = ?1 AND (instr(lower(name), ?2) > 0 OR instr(lower(path), ?2) > 0)',
        [(call.values.search ?? '').toLowerCase()],
      ),
  }),

  get: defineHandler({
    parameters: { id, with_projects: boolean() },
    answer({ context, values }) {
      const group = requireGroup(context, values.id)
      return { ...groupView(context, group), shared_with_groups: sharesView(context, group) }
    },
  }),

  listDescendants: defineHandler({
    parameters: { id, ...pagingParameters },
    answer: (call) => listInside(call, 'Namespace', requireGroup(call.context, call.values.id)),
  }),

  listProjects: defineHandler({
    parameters: { id, include_subgroups: boolean(), with_shared: boolean(), ...pagingParameters },
    answer: (call) => listInside(call, 'Project', requireGroup(call.context, call.values.id)),
  }),
}

/** `lib/api/projects.rb` */
export const projectHandlers: FamilyHandlers<'projects'> = {
  list: defineHandler({
    parameters: pagingParameters,
    answer: (call) => listNamespaces(call, 'Project', 'FROM namespaces WHERE type = ?1', []),
  }),
}

type ListCall = Call<{ page?: number | null; per_page?: number | null }>

function listNamespaces(
  call: ListCall,
  type: NamespaceType,
  from: string,
  values: readonly (number | string)[],
): Response {
  const { context } = call
  return offsetPage<Namespace>(call, {
    columns: 'namespaces.*',
    from,
    values: [type, ...values],
    orderBy: 'namespaces.number',
    view: (row) => (type === 'Project' ? projectView(context, row) : groupView(context, row)),
  })
}

/** The groups or projects inside a group, at any depth. */
function listInside(call: ListCall, type: NamespaceType, { id }: Namespace): Response {
  const from = `FROM namespaces WHERE type = ?1 AND id IN (
    WITH RECURSIVE inside (id) AS (
      SELECT namespaces.id FROM namespaces WHERE parent_id = ?2
      UNION SELECT namespaces.id FROM namespaces JOIN inside ON parent_id = inside.id
    ) SELECT id FROM inside)`
  return listNamespaces(call, type, from, [id])
}

function requireGroup({ db }: Context, number: number): Namespace {
  const group = namespaceByNumber(db, 'Namespace', number)
  if (!group) throw notFound('Group')
  return group
}

/** `lib/api/entities/group.rb` */
function groupView({ db }: Context, group: Namespace) {
  return {
    id: group.number,
    name: group.name,
    path: group.path,
    full_path: fullPath(db, group),
    parent_id: parentOf({ db }, group)?.number ?? null,
  }
}

/** `lib/api/entities/project.rb` */
function projectView(context: Context, project: Namespace) {
  const parent = parentOf(context, project)
  return {
    id: project.number,
    name: project.name,
    path_with_namespace: fullPath(context.db, project),
    namespace: parent
      ? { id: parent.number, kind: 'group' }
      : { id: project.holder_id ?? project.id, kind: 'user' },
    shared_with_groups: sharesView(context, project),
  }
}

function parentOf({ db }: Pick<Context, 'db'>, { parent_id }: Namespace): Namespace | undefined {
  if (parent_id === null) return undefined
  return db.one<Namespace>('SELECT * FROM namespaces WHERE id = ?', parent_id)
}

/** `lib/api/entities/shared_group_with_group.rb` */
function sharesView({ db }: Context, { id }: Namespace) {
  return sharesOf(db, id).map(({ number, name, access_level, expires_at }) => ({
    group_id: number,
    group_name: name,
    group_access_level: access_level,
    expires_at,
  }))
}
