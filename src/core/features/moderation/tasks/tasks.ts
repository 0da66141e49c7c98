import { message } from '../../../../shared/messages/message.ts'
import { isSameEmail } from '../../../../shared/rules/email-address.ts'
import type { TaskAction } from '../../../../shared/rules/moderation.ts'
import { emails } from '../../../../shared/gitlab/emails.ts'
import { gpgKeys } from '../../../../shared/gitlab/gpg-keys.ts'
import { sshKeys } from '../../../../shared/gitlab/ssh-keys.ts'
import { type Member, associations } from '../../../../shared/gitlab/associations.ts'
import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../../shared/gitlab/tokens.ts'
import type { UserObject } from '../../../../shared/operations/jobs.ts'
import { scopeTexts } from '../../../../shared/rules/token-scopes.ts'
import { ownerLevel } from '../../../../shared/rules/access-levels.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import { readUserTokens } from '../../../gitlab/user-tokens.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import { readGpgKeyDetails, sshFingerprint } from '../../../audit-log/write-details.ts'
import { type ActionContext, readTargetUser } from '../read-user.ts'
import { addNoteTask } from './add-note.ts'
import { editUserTask } from './edit-user.ts'
import { handOverTask } from './hand-over.ts'
import { type ObjectKind, removeObjects } from './remove-objects.ts'
import { secondLookTask } from './second-look.ts'
import type { Task } from './task.ts'

const tokenKind: ObjectKind = {
  write: () => 'impersonationTokens.revoke',
  list: async ({ all }, { id }) => {
    const tokens = await all(impersonationTokens.list, { user_id: id, state: 'active' })
    return tokens.filter(isActive).map(toTokenObject)
  },
  remove: ({ call }, { id }, { id: token }) =>
    call(impersonationTokens.revoke, { user_id: id, impersonation_token_id: Number(token) }),
}

/** The list includes impersonation tokens, which have their own step. */
const personalTokenKind: ObjectKind = {
  write: () => 'personalAccessTokens.revoke',
  list: async (context, { id }) => {
    const question = { userId: id, ownId: context.actorId, state: 'active' } as const
    const read = await readUserTokens(context, question)
    if (read.listed !== 'all') return read.listed
    return read.tokens
      .filter((token) => isActive(token) && !read.impersonationIds.has(token.id))
      .map(toTokenObject)
  },
  remove: ({ call }, _, { id }) => call(personalAccessTokens.revoke, { token_id: Number(id) }),
}

const membershipKind: ObjectKind = {
  write: ({ type }) =>
    type === 'Project' ? 'associations.removeProjectMember' : 'associations.removeGroupMember',
  list: async ({ all }, { id }) =>
    (await all(associations.memberships, { id })).map((membership) => ({
      id: membership.source_id,
      type: sourceTypes.find((type) => type === membership.source_type),
      label: membership.source_name || `#${membership.source_id}`,
      fields: accessFields(membership),
    })),
  async describe(context, { id: user_id }, object) {
    try {
      const member = await readMember(context, user_id, object)
      if (!member) return 'unreadable'
      return { ...object, fields: { ...object.fields, ...accessFields(member) } }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      if (error.failure.reason === 'other-object') return 'unreadable'
      if (error.failure.kind !== 'not-found') throw error
      return unknownRoute.test(error.failure.serviceText ?? '') ? 'unsupported' : 'not_direct'
    }
  },
  async remove({ call }, { id: user_id }, { id, type }) {
    const keepRest = { skip_subresources: true, unassign_issuables: false } as const
    const source = Number(id)
    if (type === 'Project') {
      await call(associations.removeProjectMember, { project_id: source, user_id, ...keepRest })
    } else await call(associations.removeGroupMember, { group_id: source, user_id, ...keepRest })
  },
  keeps({ type, fields }) {
    if (!(Number(fields?.['access_level']) >= ownerLevel)) return undefined
    return message(type === 'Project' ? 'queue.keptInNamespace' : 'queue.keptOwner')
  },
}

/**
 * The response of an instance without the endpoint. For an unknown member or group, GitLab's message is `Not found` or
 * includes its type.
 */
const unknownRoute = /^Not Found$/

const sourceTypes = ['Namespace', 'Project'] as const

/** Undefined for memberships whose source type is unknown. */
async function readMember(
  { call }: ActionContext,
  user_id: number,
  { id, type }: UserObject,
): Promise<Member | undefined> {
  const source = Number(id)
  if (type === 'Project') {
    return await call(associations.projectMember, { project_id: source, user_id })
  }
  if (type === undefined) return undefined
  return await call(associations.groupMember, { group_id: source, user_id })
}

function accessFields({
  access_level: level,
  expires_at,
}: Pick<Member, 'access_level' | 'expires_at'>) {
  return {
    ...(typeof level === 'number' && { access_level: String(level) }),
    ...(expires_at && { expires_at }),
  }
}

const sshKeyKind: ObjectKind = {
  write: () => 'sshKeys.removeOf',
  list: async ({ all }, { id }) =>
    (await all(sshKeys.listOf, { id_or_username: id })).map((key) => ({
      id: key.id,
      label: key.title,
      fields: { key: sshFingerprint(key) ?? '' },
    })),
  remove: ({ call }, { id }, key) => call(sshKeys.removeOf, { id, key_id: Number(key.id) }),
}

const gpgKeyKind: ObjectKind = {
  write: () => 'gpgKeys.removeOf',
  list: async ({ all }, { id }) =>
    await Promise.all(
      (await all(gpgKeys.listOf, { id })).map(async (key) => {
        const { name, fingerprint } = await readGpgKeyDetails(key)
        return { id: key.id, label: name ?? `#${key.id}`, fields: { key: fingerprint ?? '' } }
      }),
    ),
  remove: ({ call }, { id }, key) => call(gpgKeys.removeOf, { id, key_id: Number(key.id) }),
}

/** Only secondary addresses; some versions also list the primary one. */
const emailKind: ObjectKind = {
  write: () => 'emails.removeOf',
  list: async ({ all }, { id, email: primary }) =>
    (await all(emails.listOf, { id }))
      .filter(({ email }) => !primary || !isSameEmail(email, primary))
      .map(({ id, email }) => ({ id, label: email })),
  remove: ({ call }, { id }, email) => call(emails.removeOf, { id, email_id: Number(email.id) }),
}

const identityKind: ObjectKind = {
  write: () => 'users.removeIdentity',
  list: async (context, { id }) => {
    const user = await readTargetUser(context, id)
    const identities = user === 'gone' ? [] : (user.identities ?? [])
    return identities.flatMap(({ provider, extern_uid: uid }) =>
      provider ? [{ id: provider, label: provider, fields: { extern_uid: uid ?? '' } }] : [],
    )
  },
  remove: ({ call }, { id }, identity) =>
    call(users.removeIdentity, { id, provider: String(identity.id) }),
}

function isActive({ active, revoked }: PersonalAccessToken): boolean {
  return active !== false && revoked !== true
}

function toTokenObject(token: PersonalAccessToken): UserObject {
  const { id, name, expires_at, last_used_ips } = token
  const fields = {
    scopes: scopeTexts(token).map(textOf).join(', '),
    ...(expires_at && { expires_at }),
    ...(last_used_ips?.length && { last_used_ips: last_used_ips.join(', ') }),
  }
  return { id, label: name, fields }
}

/** The objects that plan steps remove. */
export const objectKinds = {
  revoke_impersonation_tokens: tokenKind,
  revoke_personal_access_tokens: personalTokenKind,
  delete_ssh_keys: sshKeyKind,
  delete_gpg_keys: gpgKeyKind,
  delete_emails: emailKind,
  delete_identities: identityKind,
  remove_memberships: membershipKind,
} as const satisfies Partial<Record<TaskAction, ObjectKind>>

/** The tasks for plan steps that don't change the user's state. */
export const tasks: Record<TaskAction, Task> = {
  revoke_impersonation_tokens: removeObjects(objectKinds.revoke_impersonation_tokens),
  revoke_personal_access_tokens: removeObjects(objectKinds.revoke_personal_access_tokens),
  delete_ssh_keys: removeObjects(objectKinds.delete_ssh_keys),
  delete_gpg_keys: removeObjects(objectKinds.delete_gpg_keys),
  delete_emails: removeObjects(objectKinds.delete_emails),
  delete_identities: removeObjects(objectKinds.delete_identities),
  remove_memberships: removeObjects(objectKinds.remove_memberships),
  add_note: addNoteTask,
  edit_user: editUserTask,
  hand_over: handOverTask,
  second_look: secondLookTask,
}
