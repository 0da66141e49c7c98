import { KeyRound } from '@lucide/vue'
import type { AppApi } from '../../../../shared/app/index.ts'
import type {
  AccountSshKey,
  SshKeyBackup,
  LocalSshKey,
  LocalSshKeyRow,
  SshKeyChanges,
  SshKeyChoice,
  SshKeyDetails,
} from '../../../../shared/app/local-keys.ts'
import type { ServiceApi } from '../../../../shared/service/index.ts'
import { t } from '../../../ui/messages.ts'
import { lastUsed } from '../../../ui/time/last-used.ts'
import { encodeAsText } from '../key-files.ts'
import { dateFact, placeFacts, privateKeyFact } from '../key-facts.ts'
import type { KeyKind, KeyTypes } from '../key-kind.ts'
import { toSshKeyChoice, usageLabel } from './key-draft.ts'
import { localKeyFileLimit } from '../../../../shared/limits.ts'

interface SshKeyTypes extends KeyTypes {
  account: AccountSshKey
  /** With its ID on the account, where it is there already. */
  local: LocalSshKey & { keyId?: number }
  choice: SshKeyChoice
  changes: SshKeyChanges
  backup: SshKeyBackup
}

/** SSH keys: files of `~/.ssh`. Their title, usage and expiry are chosen on import, and can be changed later. */
export const sshKeyKind: KeyKind<SshKeyTypes> = {
  name: 'SSH',
  openedFileKind: 'ssh',
  placeholder: 'ssh-ed25519 AAAA… name',
  texts: { deletion: 'sshKeys.deletion', command: 'ssh-keygen -t ed25519' },
  icon: KeyRound,
  files: { encode: encodeAsText, maxBytes: localKeyFileLimit, batchSize: 500 },
  hasOptions: true,

  scan: async ({ localSshKeys }: AppApi) => ({ rows: await localSshKeys.scan() }),
  read: ({ localSshKeys }: AppApi, files) =>
    localSshKeys.read({ files: files.flatMap((file) => ('text' in file ? file : [])) }),
  forget: ({ localSshKeys }: AppApi, localKeyId) => localSshKeys.forget({ localKeyId }),
  own: ({ localSshKeys, sshKeys }: AppApi & ServiceApi) => ({
    list: () => localSshKeys.list(),
    import: (keys) => localSshKeys.import({ keys }),
    get: (id) => sshKeys.get({ key_id: id }),
    remove: (id) => sshKeys.remove({ key_id: id }),
    renew: (id, changes) => localSshKeys.renew({ key_id: id, ...changes }),
  }),
  ofUser: ({ localSshKeys, sshKeys }: AppApi & ServiceApi, user) => ({
    list: () => localSshKeys.listFor({ user_id: user }),
    import: (keys) => localSshKeys.importFor({ user_id: user, keys }),
    get: (id) => sshKeys.getOf({ id: user, key_id: id }),
    remove: (id) => sshKeys.removeOf({ id: user, key_id: id }),
  }),

  unmatched: (row: LocalSshKeyRow) => (row.kind === 'key' ? [row] : []),
  summarizeAccountKey(key, local, now) {
    const { title, details, usage_type: usage, expires_at: expires } = key
    const isExpired = Date.parse(expires ?? '') <= now
    const copies = local.filter(
      ({ localKeyId, isAdded }) => !isAdded && key.localKeyIds.includes(localKeyId),
    )
    return {
      name: title,
      fingerprint: details?.fingerprint,
      expires,
      isWeak: details?.weak !== undefined,
      type: details ? algorithmLabel(details) : key.key.split(/\s/, 1)[0]!,
      facts: [
        usageLabel(usage) ?? [],
        dateFact('keys.added', key.created_at),
        dateFact(isExpired ? 'keys.expired' : 'keys.expires', expires),
        lastUsed(key.last_used_at),
      ].flat(),
      notes: details?.weak ? [details.weak] : [],
      files: [...new Set(copies.map(({ file }) => file))],
      settings: details && { title, usage_type: usage, expires_at: expires },
    }
  },
  summarizeLocalKey: ({ key, otherFiles }) => ({
    name: key.title,
    group: key.keyId === undefined ? 'new' : 'on-account',
    fingerprint: key.fingerprint,
    isWeak: key.weak !== undefined,
    skipReason: key.weak ?? (key.lostComment ? t('sshKeys.lostComment') : undefined),
    isWithoutComment: key.lostComment,
    type: algorithmLabel(key),
    facts: [
      ...placeFacts(key.file, otherFiles),
      ...(key.agent ? [] : [privateKeyFact(key.privateKey)]),
    ],
    notes: [key.weak ?? [], key.lostComment ? t('sshKeys.lostComment') : []].flat(),
    text: key.publicKey,
    comment: key.comment,
    hint: `${algorithmLabel(key)} · ${key.file}`,
  }),
  // A copy in a file is shown before one in an agent.
  rank: ({ privateKey, agent }) => (privateKey ? 2 : agent ? 1 : 0),
  toChoice: ({ localKeyId }, draft) => toSshKeyChoice(localKeyId, draft),
  backupToChoice: ({ localKeyId, title, usage_type, expires_at }) => ({
    localKeyId,
    title,
    usage_type,
    expires_at,
  }),
}

const algorithmNames: [pattern: RegExp, name: string][] = [
  [/^ssh-rsa$/, 'RSA'],
  [/^ssh-dss$/, 'DSA'],
  [/^(sk-)?ssh-ed25519/, 'Ed25519'],
  [/^(sk-)?ecdsa-/, 'ECDSA'],
]

/** The algorithm of a key and its length. */
function algorithmLabel({ type, bits }: Pick<SshKeyDetails, 'type' | 'bits'>): string {
  const [, name = type] = algorithmNames.find(([pattern]) => pattern.test(type)) ?? []
  const isOnDevice = type.startsWith('sk-')
  return t(isOnDevice ? 'sshKeys.algorithmOnDevice' : 'sshKeys.algorithm', { name, bits })
}
