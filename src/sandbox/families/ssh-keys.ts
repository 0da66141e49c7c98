import { sshKeyUsages } from '../../shared/rules/ssh-keys.ts'
import { recordAuditEvent } from '../database/audit-events.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { ownedKeys, userIdParameter } from '../owned-keys.ts'
import { pagingParameters } from '../paging.ts'
import { choice, moment, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import type { Context } from '../context.ts'
import {
  type StoredDeployKey,
  type StoredSshKey,
  deployKeyByFingerprint,
  insertSshKey,
  isSshKeyTaken,
  sshKeyByFingerprint,
} from '../database/ssh-keys.ts'
import { type User, userById } from '../database/users.ts'
import { ApiError, invalidFields, notFound } from '../errors.ts'
import { adminListView } from '../views.ts'
import { type SshPublicKey, readSshPublicKey } from '../ssh-public-key.ts'

const newKey = {
  title: required(text()),
  key: required(text()),
  expires_at: moment(),
  usage_type: choice(sshKeyUsages),
}

const keys = ownedKeys<StoredSshKey>({ table: 'ssh_keys', name: 'Key', view })

/** SSH keys, which anyone can read. */
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

  // lib/api/keys.rb and app/finders/keys_finder.rb
  find: defineHandler({
    parameters: { fingerprint: required(text()) },
    answer: ({ context, caller, values }) => {
      const fingerprint = parseFingerprint(values.fingerprint)
      const key = sshKeyByFingerprint(context.db, fingerprint)
      const deployKey = key ? undefined : deployKeyByFingerprint(context.db, fingerprint)
      const owner = userById(context.db, (key ?? deployKey)?.user_id ?? 0)
      if (!owner) throw notFound('Key')
      const user = adminListView(context, owner, caller)
      return key
        ? { ...view(context, owner, key), user }
        : { ...deployKeyView(context, owner, deployKey!), user }
    },
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

/**
 * Replaces the comment, which may contain an address, with the owner's name (`app/models/key.rb`, `publishable_key`).
 */
function view({ url, release }: Context, owner: User, key: ShownKey) {
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

function parseFingerprint(text: string): { sha256: string } | { md5: string } {
  const sha256 = /^SHA256:(.+)$/.exec(text)?.[1]
  if (sha256 !== undefined) return { sha256: sha256.replace(/=+$/, '') }
  if (/^([\da-f]{2}:){15}[\da-f]{2}$/.test(text)) return { md5: text }
  throw new ApiError(400, { message: 'Failed to return the key' })
}

function deployKeyView(context: Context, owner: User, deployKey: StoredDeployKey) {
  const { projects, ...key } = deployKey
  const shown = { ...key, usage_type: 'auth', expires_at: null, last_used_at: null } as const
  const links = JSON.parse(projects) as { project_id: number; can_push: boolean }[]
  return {
    ...view(context, owner, shown),
    deploy_keys_projects: links.map((link, index) => ({
      id: index + 1,
      deploy_key_id: key.id,
      ...link,
      created_at: key.created_at,
      updated_at: key.created_at,
    })),
  }
}

type ShownKey = Omit<StoredSshKey, 'fingerprint_md5' | 'fingerprint_sha256'>

interface NewSshKey {
  title: string
  key: string
  expires_at?: string | null
  usage_type?: StoredSshKey['usage_type'] | null
}

/** Stores a key for a user. Throws an `ApiError` with all validation errors (`app/models/key.rb`). */
function addSshKey(context: Context, owner: User, input: NewSshKey): StoredSshKey {
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

/** Errors for a key type that this instance doesn't allow. */
function typeErrors({ type, bits }: SshPublicKey): string[] {
  if (type === 'ssh-dss') return ['type is forbidden. Must be RSA, ECDSA, or ED25519']
  return type === 'ssh-rsa' && bits < 2048 ? ['must be at least 2048 bits'] : []
}

const compromisedMessage =
  'cannot be used because it belongs to a compromised private key. Stop using this key and generate a new one.'

/** SHA-256 fingerprints. GitLab bans a few dozen; the sandbox bans only the one in `seed/ssh-key-samples.ts`. */
const compromisedKeys = new Set(['4Wfeh0IAc4U7QA0457Wy3FWlhWE8s0cS+HC+SecD2KA'])
