import type { Context } from '../context.ts'
import { recordAuditEvent } from '../database/audit-events.ts'
import type { StoredGpgKey } from '../database/gpg-keys.ts'
import { defineHandler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { ownedKeys, userIdParameter } from '../owned-keys.ts'
import { required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { addGpgKey } from './gpg-keys-adding.ts'

const newKey = { key: required(text()) }

const keys = ownedKeys<StoredGpgKey>({
  table: 'gpg_keys',
  name: 'GPG Key',
  view: (_context, _owner, key) => view(key),
})

/** Keys that people sign with. Anybody may read them. */
export const gpgKeyHandlers: FamilyHandlers<'gpgKeys'> = {
  ...keys.handlers,

  add: defineHandler({
    parameters: newKey,
    answer: ({ context, caller, values }) =>
      addedView(context, addGpgKey(context, requireUser(context, caller.user.id), values.key)),
  }),

  addFor: defineHandler({
    // The interface document lists a `key_id` too, which the service neither needs nor reads (`lib/api/users.rb`).
    parameters: { ...userIdParameter, ...newKey },
    answer: ({ context, caller, values }) => {
      const owner = requireUser(context, values.id)
      return context.db.transaction(() => {
        const key = addGpgKey(context, owner, values.key)
        recordAuditEvent(context, {
          author_id: caller.user.id,
          entity_id: owner.id,
          event: 'gpg_key_added',
          details: { key_id: key.id, fingerprint: key.fingerprint },
        })
        return addedView(context, key)
      })
    },
  }),
}

function addedView({ flavor }: Context, key: StoredGpgKey) {
  return flavor.listsAddedGpgKeys ? [view(key)] : view(key)
}

function view({ id, key, created_at }: StoredGpgKey) {
  return { id, key, created_at }
}
