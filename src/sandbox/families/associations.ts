import {
  type AccessLevel,
  type Membership,
  type Namespace,
  type NamespaceType,
  accessLevels,
  changeMembership,
  countProjects,
  directMembersQuery,
  groupByPathOrNumber,
  insertMembership,
  isLastOwner,
  membersQuery,
  membershipIn,
  membershipsQuery,
  namespaceByNumber,
  removeMembership,
} from '../database/memberships.ts'
import { type User, countsOf, userById } from '../database/users.ts'
import type { Context } from '../context.ts'
import type { Flavor } from '../flavors.ts'
import { ApiError, forbidden, invalidFields, notFound, recordNotFound } from '../errors.ts'
import { type Call, type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { boolean, choice, integer, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'

const types: readonly NamespaceType[] = ['Project', 'Namespace']
const id = required(integer())
/** By default, memberships inside the group are removed too. Unassigning from issues isn't simulated. */
const removalParameters = { skip_subresources: boolean(), unassign_issuables: boolean() }

/** The groups and projects that users belong to. */
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
        columns: 'namespaces.*, access_level, expires_at',
        ...membershipsQuery(id, type),
        orderBy: 'namespaces.id',
        view: (membership) => membershipView(flavor, membership),
      })
    },
  }),

  groupMember: defineHandler({
    parameters: { group_id: id, user_id: id },
    answer: ({ context, values }) =>
      memberView(context, requireMember(context, 'Namespace', values.group_id, values.user_id)),
  }),

  projectMember: defineHandler({
    parameters: { project_id: id, user_id: id },
    answer: ({ context, values }) =>
      memberView(context, requireMember(context, 'Project', values.project_id, values.user_id)),
  }),

  listGroupMembers: defineHandler({
    parameters: { group_id: id, ...pagingParameters },
    answer: (call) =>
      listMembers(
        call,
        directMembersQuery(requirePlace(call.context, 'Namespace', call.values.group_id).id),
      ),
  }),

  listProjectMembers: defineHandler({
    parameters: { project_id: id, ...pagingParameters },
    answer: (call) =>
      listMembers(
        call,
        directMembersQuery(requirePlace(call.context, 'Project', call.values.project_id).id),
      ),
  }),

  allGroupMembers: defineHandler({
    parameters: { group_id: id, ...pagingParameters },
    answer: (call) =>
      listMembers(
        call,
        membersQuery(requirePlace(call.context, 'Namespace', call.values.group_id).id),
      ),
  }),

  allProjectMembers: defineHandler({
    parameters: { project_id: id, ...pagingParameters },
    answer: (call) =>
      listMembers(
        call,
        membersQuery(requirePlace(call.context, 'Project', call.values.project_id).id),
      ),
  }),

  addGroupMember: defineHandler({
    parameters: { group: required(text()), user_id: id, access_level: required(integer()) },
    answer({ context, values }) {
      const group = groupByPathOrNumber(context.db, values.group)
      if (!group) throw notFound('Group')
      return addMember(context, group, values)
    },
  }),

  addProjectMember: defineHandler({
    parameters: { project_id: id, user_id: id, access_level: required(integer()) },
    answer: ({ context, values }) =>
      addMember(context, requirePlace(context, 'Project', values.project_id), values),
  }),

  changeGroupMember: defineHandler({
    parameters: { group_id: id, user_id: id, access_level: required(integer()) },
    answer: ({ context, values }) =>
      changeMember(
        context,
        requireMember(context, 'Namespace', values.group_id, values.user_id),
        values.access_level,
      ),
  }),

  changeProjectMember: defineHandler({
    parameters: { project_id: id, user_id: id, access_level: required(integer()) },
    answer: ({ context, values }) =>
      changeMember(
        context,
        requireMember(context, 'Project', values.project_id, values.user_id),
        values.access_level,
      ),
  }),

  removeGroupMember: defineHandler({
    parameters: { group_id: id, user_id: id, ...removalParameters },
    answer({ context: { db }, context, values }) {
      const { place, user } = requireMember(context, 'Namespace', values.group_id, values.user_id)
      if (isLastOwner(db, user.id, place.id)) throw forbidden()
      const skipsSubresources = values.skip_subresources === true
      removeMembership(db, user.id, place.id, { skipsSubresources })
    },
  }),

  removeProjectMember: defineHandler({
    parameters: { project_id: id, user_id: id, ...removalParameters },
    answer({ context: { db }, context, values }) {
      const { place, user } = requireMember(context, 'Project', values.project_id, values.user_id)
      if (place.holder_id === user.id) throw forbidden()
      removeMembership(db, user.id, place.id, { skipsSubresources: true })
    },
  }),
}

function requirePlace({ db }: Context, type: NamespaceType, number: number): Namespace {
  const place = namespaceByNumber(db, type, number)
  if (!place) throw notFound(type === 'Project' ? 'Project' : 'Group')
  return place
}

function listMembers(
  call: Call<{ page?: number | null; per_page?: number | null }>,
  query: ReturnType<typeof membersQuery>,
): Response {
  const { context } = call
  return offsetPage<User & MembershipFields>(call, {
    columns: 'users.*, access_level, members.expires_at, members.created_by_id',
    ...query,
    orderBy: 'users.id',
    view: (member) => memberView(context, { user: member, membership: membershipFields(member) }),
  })
}

type MembershipFields = Pick<Membership, 'access_level' | 'expires_at'> & {
  created_by_id?: number | null
}

function membershipFields({ access_level, expires_at, created_by_id }: MembershipFields) {
  return { access_level, expires_at, created_by_id: created_by_id ?? null }
}

function addMember(
  context: Context,
  place: Namespace,
  values: { user_id: number; access_level: number },
) {
  const { db } = context
  const user = userById(db, values.user_id)
  if (!user) throw notFound('User')
  if (membershipIn(db, user.id, place.id))
    throw new ApiError(409, { message: 'Member already exists' })
  const access_level = readLevel(context, values.access_level)
  insertMembership(db, user.id, place.id, access_level)
  if (place.type === 'Project') countProjects(db, user.id)
  return memberView(context, { user, membership: { access_level, expires_at: null } })
}

/** The last owner of a group stays one (`app/services/members/update_service.rb`). */
function changeMember(
  context: Context,
  { place, user, membership }: ReturnType<typeof requireMember>,
  level: number,
) {
  const access_level = readLevel(context, level)
  const isLower = access_level < accessLevels.owner
  if (isLower && isLastOwner(context.db, user.id, place.id)) throw forbidden()
  changeMembership(context.db, user.id, place.id, access_level)
  return memberView(context, { user, membership: { ...membership, access_level } })
}

function readLevel({ release }: Context, value: number): AccessLevel {
  const level = Object.values(accessLevels).find((one) => one === value)
  const isKnown = level !== accessLevels.securityManager || release.has('securityManagers')
  if (level === undefined || !isKnown) {
    throw invalidFields({ access_level: ['is not included in the list'] })
  }
  return level
}

/** A direct member (`lib/api/members.rb`). */
function requireMember(context: Context, type: NamespaceType, number: number, userId: number) {
  const { db } = context
  const place = requirePlace(context, type, number)
  const user = userById(db, userId)
  const membership = user && membershipIn(db, user.id, place.id)
  if (!membership) throw recordNotFound()
  return { place, user, membership }
}

/** `lib/api/entities/member.rb` */
function memberView(
  { db }: Context,
  {
    user: { id, username, name, state },
    membership: { created_by_id, ...membership },
  }: { user: User; membership: MembershipFields },
) {
  const creator = created_by_id ? userById(db, created_by_id) : undefined
  return {
    ...{ id, username, name, state },
    ...membership,
    ...(creator && {
      created_by: { id: creator.id, username: creator.username, name: creator.name },
    }),
  }
}

function membershipView(
  { accessLevelsAreStrings }: Flavor,
  { number, name, type, ...rest }: Membership,
) {
  return {
    source_id: number,
    source_name: name,
    source_type: type,
    access_level: accessLevelsAreStrings ? String(rest.access_level) : rest.access_level,
  }
}
