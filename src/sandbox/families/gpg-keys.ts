import { recordAuditEvent } from '../database/audit-events.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { ownedKeys, userIdParameter } from '../owned-keys.ts'
import { required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import type { Context } from '../context.ts'
import { type StoredGpgKey, insertGpgKey, isGpgKeyTaken } from '../database/gpg-keys.ts'
import type { User } from '../database/users.ts'
import { invalidFields } from '../errors.ts'
import { type GpgPublicKey, parseGpgPublicKey } from '../gpg-public-key.ts'

const newKey = { key: required(text()) }

const keys = ownedKeys<StoredGpgKey>({
  table: 'gpg_keys',
  name: 'GPG Key',
  view: (_context, _owner, key) => view(key),
})

/** GPG keys, which anyone can read. */
export const gpgKeyHandlers: FamilyHandlers<'gpgKeys'> = {
  ...keys.handlers,

  add: defineHandler({
    parameters: newKey,
    answer: ({ context, caller, values }) =>
      addedView(context, addGpgKey(context, requireUser(context, caller.user.id), values.key)),
  }),

  addFor: defineHandler({
    // The interface document also lists a `key_id`, which GitLab neither requires nor reads (`lib/api/users.rb`).
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

// app/models/gpg_key.rb

const begin = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const end = '-----END PGP PUBLIC KEY BLOCK-----'
const notABlockError = `is invalid. A valid public GPG key begins with '${begin}' and ends with '${end}'`
const takenErrors = ['has already been taken']

/** A key as stored, with its parsed form; undefined if it couldn't be parsed. */
interface CheckedGpgKey {
  text: string
  parsed: GpgPublicKey | undefined
}

/** Parses a key. Throws an `ApiError` unless the text is a single public key block. */
function checkGpgKey({ now }: Pick<Context, 'now'>, key: string): CheckedGpgKey {
  const text = key.trim()
  if (text === '') throw invalidFields({ key: [`can't be blank`, notABlockError] })
  if (!isOneBlock(text)) throw invalidFields({ key: [notABlockError] })
  return { text, parsed: parseGpgPublicKey(text, now()) }
}

/** Stores a key for a user. Throws an `ApiError` if it isn't valid or if any user already has it. */
function addGpgKey(context: Context, owner: User, key: string): StoredGpgKey {
  const { db, now } = context
  const { text, parsed } = checkGpgKey(context, key)
  if (isGpgKeyTaken(db, 'key', text)) throw invalidFields({ key: takenErrors })
  if (!parsed) {
    throw invalidFields({ fingerprint: [`can't be blank`], primary_keyid: [`can't be blank`] })
  }
  const { fingerprint, primaryKeyId } = parsed
  const errors = {
    ...(isGpgKeyTaken(db, 'fingerprint', fingerprint) && { fingerprint: takenErrors }),
    ...(isGpgKeyTaken(db, 'primary_keyid', primaryKeyId) && { primary_keyid: takenErrors }),
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return insertGpgKey(db, {
    user_id: owner.id,
    key: text,
    fingerprint,
    primary_keyid: primaryKeyId,
    created_at: now().toISOString(),
  })
}

/** Whether the block has exactly one header and one footer. */
function isOneBlock(text: string): boolean {
  if (!text.startsWith(begin) || !text.endsWith(end)) return false
  const content = text.slice(begin.length, -end.length)
  return content !== '' && !content.includes(begin) && !content.includes(end)
}
