import { FolderKey, KeyRound } from '@lucide/vue'
import type { AppApi } from '../../../../shared/app/index.ts'
import type {
  AccountSshKey,
  KeptSshKey,
  LocalSshKey,
  SshKeyChanges,
  SshKeyChoice,
} from '../../../../shared/app/local-keys.ts'
import type { ServiceApi } from '../../../../shared/service/index.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { lastUsed } from '../../../ui/time/last-used.ts'
import { asText } from '../given-files.ts'
import { momentFact, placeFacts } from '../key-facts.ts'
import type { KeyKind, KeyTypes } from '../key-kind.ts'
import { algorithmOf } from './algorithm.ts'
import { choiceOf, usageWords } from './key-draft.ts'
import { localKeyFileLimit } from '../../../../shared/limits.ts'

interface SshKeyTypes extends KeyTypes {
  account: AccountSshKey
  /** With its ID on the account, where it is there already. */
  local: LocalSshKey & { keyId?: number }
  choice: SshKeyChoice
  changes: SshKeyChanges
  kept: KeptSshKey
}

/** SSH keys: files of `~/.ssh`. Title, usage and expiry are chosen, and can be changed later. */
export const sshKeyKind: KeyKind<SshKeyTypes> = {
  name: 'SSH',
  opened: 'ssh',
  texts: {
    lead: 'What your account has, and what this machine has.',
    placeholder: 'ssh-ed25519 AAAA… name',
    none: 'Import one from this machine below. Until then you cannot pull or push over SSH.',
    leadHere:
      'Public keys in ~/.ssh, and those that you bring here. Private keys never leave this machine.',
    noneHere: 'No public key found',
    command: 'ssh-keygen -t ed25519',
    allKnown: 'Every key of this machine is on your account already.',
    leftOut: 'Weak keys are left out; import them one by one, if at all.',
  },
  icons: { onAccount: KeyRound, here: FolderKey },
  files: { encode: asText, bytes: localKeyFileLimit, atOnce: 500 },
  hasOptions: true,

  scan: async ({ localSshKeys }: AppApi) => ({ rows: await localSshKeys.scan() }),
  read: ({ localSshKeys }: AppApi, files) =>
    localSshKeys.read({ files: files.flatMap((file) => ('text' in file ? file : [])) }),
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

  showAccountKey(key, local) {
    const { title, details, usage_type: usage, expires_at: expires } = key
    const isExpired = Date.parse(expires ?? '') <= Date.now()
    const copies = local.filter(({ localKeyId }) => key.localKeyIds.includes(localKeyId))
    return {
      name: title,
      // A title without a sign that can be seen cannot be typed.
      typed: /[\p{L}\p{N}\p{P}\p{S}]/u.test(title) ? title : `key ${key.id}`,
      fingerprint: details?.fingerprint,
      expires,
      isWeak: details?.weak !== undefined,
      facts: [
        details ? algorithmOf(details) : key.key.split(/\s/, 1)[0]!,
        usageWords(usage) ?? [],
        momentFact('Added', key.created_at),
        momentFact(isExpired ? 'Expired' : 'Expires', expires),
        lastUsed(key.last_used_at),
      ].flat(),
      notes: details?.weak ? [details.weak] : [],
      files: [...new Set(copies.map(({ file }) => file))],
      settings: details && { title, usage_type: usage, expires_at: expires },
    }
  },
  showLocalKey: ({ key, also }) => ({
    name: key.title,
    group: key.keyId === undefined ? 'new' : 'known',
    fingerprint: key.fingerprint,
    isWeak: key.weak !== undefined,
    leftOut: key.weak,
    facts: [
      algorithmOf(key),
      ...placeFacts(key.file, also),
      key.privateKey ? `private key in ${key.privateKey}` : 'private key not seen here',
    ],
    notes: key.weak ? [`${key.weak} Better make a new one.`] : [],
    text: key.publicKey,
    comment: key.comment,
    hint: `${algorithmOf(key)} · ${key.file}`,
  }),
  rankOf: ({ privateKey }) => (privateKey ? 1 : 0),
  choiceOf: ({ localKeyId }, draft) => choiceOf(localKeyId, draft),
  choiceAgain: ({ localKeyId, title, usage_type, expires_at }) => ({
    localKeyId,
    title,
    usage_type,
    expires_at,
  }),
  deletion: (name, owner) =>
    `Whoever uses ${bidiIsolate(name)} can no longer pull, push or sign in over SSH with it, on any machine. ` +
    'Commits signed with it stay verified; new ones do not count as verified. ' +
    `The key files on ${owner} machines stay as they are.`,
}
