import { sshKeyUsages } from '../../shared/rules/ssh-keys.ts'
import type { Context } from '../context.ts'
import { recordAuditEvent } from '../database/audit-events.ts'
import type { StoredSshKey } from '../database/ssh-keys.ts'
import type { User } from '../database/users.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { ownedKeys, userIdParameter } from '../owned-keys.ts'
import { pagingParameters } from '../paging.ts'
import { choice, moment, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { addSshKey } from './ssh-keys-adding.ts'

const newKey = {
  title: required(text()),
  key: required(text()),
  expires_at: moment(),
  usage_type: choice(sshKeyUsages),
}

const keys = ownedKeys<StoredSshKey>({ table: 'ssh_keys', name: 'Key', view })

/** Keys that people push and sign with. Anybody may read whose they are. */
export const sshKeyHandlers: FamilyHandlers<'sshKeys'> = {
  ...keys.handlers,

  add: defineHandler({
    parameters: newKey,
    answer: ({ context, caller, values }) =>
      view(context, caller.user, addSshKey(context, caller.user, values)),
  }),

  listOf: defineHandler({
    parameters: { id_or_username: required(text()), ...pagingParameters },
    answer: (call) => keys.page(call, requireUser(call.context, call.values.id_or_username)),
  }),

  addFor: defineHandler({
    parameters: { ...userIdParameter, ...newKey },
    answer: ({ context, caller, values }) => {
      const owner = requireUser(context, values.id)
      return context.db.transaction(() => {
        const key = addSshKey(context, owner, values)
        recordAuditEvent(context, {
          author_id: caller.user.id,
          entity_id: owner.id,
          event: 'ssh_key_added',
          details: { key_id: key.id, title: key.title, fingerprint: key.fingerprint_sha256 },
        })
        return view(context, owner, key)
      })
    },
  }),
}

/** The comment, which may hold an address, gives way to whose key it is (`app/models/key.rb`, `publishable_key`). */
function view({ url, release }: Context, owner: User, key: StoredSshKey) {
  const [type, base64] = key.key.split(' ')
  return release.withoutUnknownFields('sshKey', {
    id: key.id,
    title: key.title,
    key: `${type} ${base64} ${owner.name} (${new URL(url).hostname})`,
    created_at: key.created_at,
    expires_at: key.expires_at,
    usage_type: key.usage_type,
    last_used_at: key.last_used_at,
  })
}
