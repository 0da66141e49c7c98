import { type Member, associations } from '../../../shared/gitlab/associations.ts'
import { type Group, type Project, groups, projects } from '../../../shared/gitlab/groups.ts'
import type { CallOptions } from '../../gitlab/target.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { ItemContext } from '../../jobs/job-kind.ts'
import { FailureError } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import { concernsOnlyUser } from './collect-user.ts'

export type PlaceType = 'Namespace' | 'Project'

/** A group (`Namespace`) or project. Groups and projects are numbered separately. */
export interface Place {
  type: PlaceType
  id: number
  /** The ID of the group that it is in; absent for others. */
  parent?: number | undefined
  path: string
  /** Whether its access is reviewed. Others only explain access that is inherited or shared. */
  isReviewed: boolean
}

/** A group that was invited, and the highest role that its members get. */
export interface PlaceShare {
  invited: number
  level: number
  expires_at?: string | null | undefined
}

/** What can't be read about a place. */
export type PlacePart = 'direct' | 'all' | 'shares'

/** Everything that a review reads about a place. */
export interface CollectedPlace {
  direct: Member[]
  /** Empty for a place that isn't reviewed. */
  all: Member[]
  shares: PlaceShare[]
  /** Groups outside the review that were invited, with the groups around them, and their direct members. */
  invited: { place: Place; members: Member[] }[]
  unread: PlacePart[]
}

type Reader = Pick<ItemContext, 'call' | 'all' | 'signal'>

/** How a place is read. */
export interface PlaceOptions {
  /** A project's invited groups, which its list includes; undefined if they aren't known. */
  shares?: readonly PlaceShare[] | undefined
  /** Whether a group is read anyway, or has been read. */
  isKnown(group: number): boolean
  isLastTry: boolean
}

/**
 * The groups and projects to review: those of the instance, or a group with everything inside it. The groups around it are
 * included, because their members have access, too. Undefined if the instance doesn't list them.
 */
export async function listPlaces(
  { all, call }: Pick<GitLabClient, 'all' | 'call'>,
  group: number | undefined,
): Promise<(Place & { shares?: PlaceShare[] | undefined })[] | undefined> {
  try {
    if (group === undefined) {
      const [allGroups, allProjects] = [
        await all(groups.list, { all_available: true }),
        await all(projects.list, {}),
      ]
      return [...allGroups.map((one) => toPlace(one, true)), ...allProjects.map(toProject)]
    }
    const root = await call(groups.get, { id: group, with_projects: false })
    const inside = await all(groups.listDescendants, { id: group })
    const options = { include_subgroups: true, with_shared: false } as const
    const insideProjects = await all(groups.listProjects, { id: group, ...options })
    const around = await groupsAround(call, root)
    return [
      ...[root, ...inside].map((one) => toPlace(one, true)),
      ...around.map((one) => toPlace(one, false)),
      ...insideProjects.map(toProject),
    ]
  } catch (error) {
    const isAbsent = error instanceof FailureError && error.failure.kind === 'not-found'
    if (isAbsent && group === undefined) return undefined
    throw error
  }
}

/** Finds a group by its full path, ignoring case. Throws if there is none. */
export async function findGroup(
  { all }: Pick<GitLabClient, 'all'>,
  path: string,
): Promise<{ id: number; path: string }> {
  const wanted = path.replace(/^\/+|\/+$/g, '').toLowerCase()
  const search = wanted.split('/').at(-1)!
  const found = await all(groups.list, { all_available: true, search })
  const group = found.find(({ full_path }) => full_path.toLowerCase() === wanted)
  if (!group) throw createFailureError('review.noGroup', { path })
  return { id: group.id, path: group.full_path }
}

/** Reads a place's members, one request at a time. A refused list is reported as unread. */
export async function readPlace(
  { type, id, isReviewed }: Place,
  { call, all, signal }: Reader,
  { shares: known, isKnown, isLastTry }: PlaceOptions,
): Promise<CollectedPlace> {
  const unread = new Set<PlacePart>()
  const read = async <T>(
    part: PlacePart,
    send: (options: CallOptions) => Promise<T>,
  ): Promise<T | undefined> => {
    try {
      return await send({ signal, once: true, onSkipped: () => void unread.add(part) })
    } catch (error) {
      if (signal.aborted || !concernsOnlyUser(error, isLastTry)) throw error
      unread.add(part)
      return undefined
    }
  }
  const isProject = type === 'Project'
  const listOf = (group: number) => (options: CallOptions) =>
    all(associations.listGroupMembers, { group_id: group }, options)
  const direct = await read(
    'direct',
    isProject
      ? (options) => all(associations.listProjectMembers, { project_id: id }, options)
      : listOf(id),
  )
  const listed = isReviewed
    ? await read('all', (options) =>
        isProject
          ? all(associations.allProjectMembers, { project_id: id }, options)
          : all(associations.allGroupMembers, { group_id: id }, options),
      )
    : []
  if (isProject && !known) unread.add('shares')
  const shares = isProject
    ? known
    : await read('shares', async (options) => {
        const group = await call(groups.get, { id, with_projects: false }, options)
        if (!group.shared_with_groups) unread.add('shares')
        return sharesOf(group)
      })
  const invited: CollectedPlace['invited'] = []
  let groupCount = 0
  for (const { invited: group } of shares ?? []) {
    if (isKnown(group) || invited.some(({ place }) => place.id === group)) continue
    // guard: invited-groups
    if (groupCount >= maxInvited) {
      unread.add('shares')
      break
    }
    groupCount += 1
    await read('shares', async (options) => {
      const first = await call(groups.get, { id: group, with_projects: false }, options)
      const chain = [first, ...(isProject ? await groupsAround(call, first, options) : [])]
      groupCount += chain.length - 1
      for (const one of chain) {
        if (isKnown(one.id) || invited.some(({ place }) => place.id === one.id)) continue
        invited.push({ place: toPlace(one, false), members: await listOf(one.id)(options) })
      }
    })
  }
  return {
    direct: direct ?? [],
    all: listed ?? [],
    shares: [...(shares ?? [])],
    invited,
    unread: [...unread],
  }
}

/** The groups that a group is in, the nearest first. */
async function groupsAround(
  call: GitLabClient['call'],
  group: Group,
  options?: CallOptions,
): Promise<Group[]> {
  const around: Group[] = []
  for (let parent = group.parent_id; parent && around.length < maxDepth;) {
    const next = await call(groups.get, { id: parent, with_projects: false }, options)
    around.push(next)
    parent = next.parent_id
  }
  return around
}

/** How many groups a project or group may bring into a review by inviting them. */
const maxInvited = 500

/** More levels than GitLab allows, so a loop (`app/models/namespace.rb`). */
export const maxDepth = 50

function toPlace({ id, full_path, name, parent_id }: Group, isReviewed: boolean): Place {
  const path = full_path || name || `#${id}`
  return { type: 'Namespace', id, ...(parent_id && { parent: parent_id }), path, isReviewed }
}

function toProject({ id, name, path_with_namespace, namespace, ...project }: Project) {
  return {
    ...{ type: 'Project' as const, id, isReviewed: true },
    path: path_with_namespace || name || `#${id}`,
    ...(namespace?.kind === 'group' && { parent: namespace.id }),
    shares: project.shared_with_groups ? sharesOf(project) : undefined,
  }
}

function sharesOf({ shared_with_groups: shares }: Pick<Group, 'shared_with_groups'>): PlaceShare[] {
  return (shares ?? []).map(({ group_id, group_access_level, expires_at }) => ({
    invited: group_id,
    level: group_access_level ?? 0,
    expires_at,
  }))
}
