import type { Context } from '../context.ts'
import { insertSshKey, isSshKeyTaken } from '../database/ssh-keys.ts'
import type { StoredSshKey } from '../database/ssh-keys.ts'
import type { User } from '../database/users.ts'
import { invalidFields } from '../errors.ts'
import { readSshPublicKey } from '../ssh-public-key.ts'
import type { SshPublicKey } from '../ssh-public-key.ts'

interface NewSshKey {
  title: string
  key: string
  expires_at?: string | null
  usage_type?: StoredSshKey['usage_type'] | null
}

/** Keeps a key for somebody. Throws an `ApiError` that names all that is wrong with it (`app/models/key.rb`). */
export function addSshKey(context: Context, owner: User, input: NewSshKey): StoredSshKey {
  const { stored, key } = readSshPublicKey(input.key)
  const now = context.now().toISOString()
  const expiresAt = input.expires_at ?? null
  const errors = {
    title: [...blankErrors(input.title), ...lengthErrors(input.title, 255)],
    key: [
      ...blankErrors(stored),
      ...(key ? typeErrors(key) : ['is invalid']),
      ...lengthErrors(stored, 5000),
      ...(expiresAt !== null && expiresAt <= now ? ['has expired'] : []),
      ...(key && compromisedKeys.has(key.sha256) ? [compromisedMessage] : []),
    ],
    fingerprint: [] as string[],
    fingerprint_sha256: key ? [] : ['cannot be generated'],
  }
  if (key && isSshKeyTaken(context.db, key)) {
    for (const field of context.flavor.reportsTakenSshKeyTwice
      ? (['fingerprint', 'key'] as const)
      : (['fingerprint_sha256'] as const)) {
      errors[field].push('has already been taken')
    }
  }
  const foundErrors = Object.entries(errors).filter(([, texts]) => texts.length > 0)
  if (!key || foundErrors.length > 0) throw invalidFields(Object.fromEntries(foundErrors))
  return insertSshKey(
    context.db,
    {
      user_id: owner.id,
      title: input.title,
      key: stored,
      usage_type: input.usage_type ?? 'auth_and_signing',
      created_at: now,
      expires_at: expiresAt,
      last_used_at: null,
    },
    key,
  )
}

function blankErrors(value: string): string[] {
  return value.trim() === '' ? [`can't be blank`] : []
}

function lengthErrors(value: string, most: number): string[] {
  return [...value].length > most ? [`is too long (maximum is ${most} characters)`] : []
}

/** What this instance allows, of all that the service knows. */
function typeErrors({ type, bits }: SshPublicKey): string[] {
  if (type === 'ssh-dss') return ['type is forbidden. Must be RSA, ECDSA, or ED25519']
  return type === 'ssh-rsa' && bits < 2048 ? ['must be at least 2048 bits'] : []
}

const compromisedMessage =
  'cannot be used because it belongs to a compromised private key. Stop using this key and generate a new one.'

/** SHA-256 fingerprints. A real service knows a few dozen; here it is the one that `seed/ssh-key-samples.ts` holds. */
const compromisedKeys = new Set(['4Wfeh0IAc4U7QA0457Wy3FWlhWE8s0cS+HC+SecD2KA'])
