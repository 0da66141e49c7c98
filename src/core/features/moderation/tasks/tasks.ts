import { isSameEmail } from '../../../../shared/rules/email-address.ts'
import type { TaskAction } from '../../../../shared/rules/moderation.ts'
import { emails } from '../../../../shared/gitlab/emails.ts'
import { gpgKeys } from '../../../../shared/gitlab/gpg-keys.ts'
import { sshKeys } from '../../../../shared/gitlab/ssh-keys.ts'
import { impersonationTokens } from '../../../../shared/gitlab/tokens.ts'
import { users } from '../../../../shared/gitlab/users.ts'
import { readGpgKeyDetails, sshFingerprint } from '../../../audit-log/write-details.ts'
import { readTargetUser } from '../read-user.ts'
import { addNoteTask } from './add-note.ts'
import { editUserTask } from './edit-user.ts'
import { type ObjectKind, removeObjects } from './remove-objects.ts'
import type { Task } from './task.ts'

const tokenKind: ObjectKind = {
  write: 'impersonationTokens.revoke',
  list: async ({ all }, { id }) => {
    const tokens = await all(impersonationTokens.list, { user_id: id, state: 'active' })
    return tokens
      .filter(({ active, revoked }) => active !== false && revoked !== true)
      .map(({ id, name, scopes }) => ({
        id,
        label: name,
        fields: { scopes: (scopes ?? []).join(', ') },
      }))
  },
  remove: ({ call }, { id }, token: number) =>
    call(impersonationTokens.revoke, { user_id: id, impersonation_token_id: token }),
}

const sshKeyKind: ObjectKind = {
  write: 'sshKeys.removeOf',
  list: async ({ all }, { id }) =>
    (await all(sshKeys.listOf, { id_or_username: id })).map((key) => ({
      id: key.id,
      label: key.title,
      fields: { key: sshFingerprint(key) ?? '' },
    })),
  remove: ({ call }, { id }, key_id: number) => call(sshKeys.removeOf, { id, key_id }),
}

const gpgKeyKind: ObjectKind = {
  write: 'gpgKeys.removeOf',
  list: async ({ all }, { id }) =>
    await Promise.all(
      (await all(gpgKeys.listOf, { id })).map(async (key) => {
        const { name, fingerprint } = await readGpgKeyDetails(key)
        return { id: key.id, label: name ?? `#${key.id}`, fields: { key: fingerprint ?? '' } }
      }),
    ),
  remove: ({ call }, { id }, key_id: number) => call(gpgKeys.removeOf, { id, key_id }),
}

/** Only the secondary addresses: some versions list the primary one too. */
const emailKind: ObjectKind = {
  write: 'emails.removeOf',
  list: async ({ all }, { id, email: primary }) =>
    (await all(emails.listOf, { id }))
      .filter(({ email }) => !primary || !isSameEmail(email, primary))
      .map(({ id, email }) => ({ id, label: email })),
  remove: ({ call }, { id }, email_id: number) => call(emails.removeOf, { id, email_id }),
}

const identityKind: ObjectKind = {
  write: 'users.removeIdentity',
  list: async (context, { id }) => {
    const user = await readTargetUser(context, id)
    const identities = user === 'gone' ? [] : (user.identities ?? [])
    return identities.flatMap(({ provider, extern_uid: uid }) =>
      provider ? [{ id: provider, label: provider, fields: { extern_uid: uid ?? '' } }] : [],
    )
  },
  remove: ({ call }, { id }, provider: string) => call(users.removeIdentity, { id, provider }),
}

/** What each step of a plan does that is no change of the user's state. */
export const tasks: Record<TaskAction, Task> = {
  revoke_impersonation_tokens: removeObjects(tokenKind),
  delete_ssh_keys: removeObjects(sshKeyKind),
  delete_gpg_keys: removeObjects(gpgKeyKind),
  delete_emails: removeObjects(emailKind),
  delete_identities: removeObjects(identityKind),
  add_note: addNoteTask,
  edit_user: editUserTask,
}
