import type { MessageId } from '../../../shared/messages/message.ts'
import { KeyRound } from '@lucide/vue'
import { computed } from 'vue'
import type {
  AccountSshKey,
  ListedSshKey,
  LocalSshKey,
  SshKeyBackup,
  SshKeyChanges,
  SshKeyChoice,
  SshKeyDetails,
} from '../../../shared/operations/local-keys.ts'
import { localKeyFileLimit } from '../../../shared/rules/limits.ts'
import { sshAlgorithmName } from '../../../shared/rules/ssh-keys.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { AffectedUser } from '../../components/use-confirm.ts'
import { t } from '../../ui/messages.ts'
import { useClock } from '../../ui/use-clock.ts'
import { dateFact, fileFact, lastUseFact, localFacts } from './key-facts.ts'
import { encodeAsText } from './key-files.ts'
import type { AccountKey, Api, ImportedKey, LocalKey } from './keys.ts'
import {
  sshKeyDraftErrors,
  toKeyDraft,
  toSshKeyChoice,
  usageLabel,
  useSshKeyDrafts,
} from './ssh/key-draft.ts'
import { undoImport } from './undo-import.ts'
import { useIgnoredKeys } from './use-ignored-keys.ts'
import { useAccountKeys } from './use-account-keys.ts'
import { useKeyLists } from './use-key-lists.ts'
import { useKeyReader } from './use-key-reader.ts'
import { type KeyDescription, useLocalKeys } from './use-local-keys.ts'
import { useRenewals } from './use-renewals.ts'

/** What deleting a key ends, by its purpose. */
export function sshDeletionText(usage: string | null | undefined): MessageId {
  if (usage === 'auth') return 'sshKeys.deletionAuth'
  return usage === 'signing' ? 'sshKeys.deletionSigning' : 'sshKeys.deletion'
}

/** SSH keys, such as files in `~/.ssh`. Title, usage and expiry are set on import and can be changed later. */
export function useSshKeys(account: string, owner?: AffectedUser) {
  const api = useLatchkey()(account)
  const calls = keyCalls(api, owner?.id)
  const now = useClock()
  const lists = useKeyLists('SSH', account, owner?.id, {
    scan: async ({ localSshKeys }) => ({ rows: await localSshKeys.scan() }),
    list: (from) => keyCalls(from, owner?.id).list(),
  })
  const reader = useKeyReader(lists, {
    read: (files) =>
      api.localSshKeys.read({ files: files.flatMap((file) => ('text' in file ? file : [])) }),
    forget: (localKeyId) => api.localSshKeys.forget({ localKeyId }),
    encode: encodeAsText,
    maxBytes: localKeyFileLimit,
    batchSize: 500,
    isOthers: owner !== undefined,
  })
  const local = useLocalKeys(lists, reader, localSshKey)
  /** Options for keys that haven’t been imported yet. */
  const drafts = useSshKeyDrafts<string>()
  const draftFor = ({ localKeyId, name }: LocalKey) =>
    drafts.draftFor(localKeyId, toKeyDraft({ title: name }))
  /** Adds a deleted key again, with the same options. */
  async function restore({ name, text, settings }: AccountKey) {
    const [row] = await api.localSshKeys.read({ files: [{ name, text }] })
    if (row?.kind !== 'key') return undefined
    const { localKeyId } = row
    const { expires_at: end } = settings ?? {}
    const choice = toSshKeyChoice(localKeyId, toKeyDraft({ title: name, ...settings }))
    try {
      const [result] = await calls.import([{ ...choice, ...(end && { expires_at: end }) }])
      return result
    } finally {
      await api.localSshKeys.forget({ localKeyId })
    }
  }
  return {
    name: 'SSH' as const,
    icon: KeyRound,
    /** An example of a pasted key. */
    placeholder: 'ssh-ed25519 AAAA… name',
    /** Latchkey creates keys itself. */
    command: undefined,
    account,
    owner,
    now,
    ...lists,
    ...reader,
    ...local,
    ...useIgnoredKeys('SSH', api, lists),
    draftFor,
    titleOf: (key: LocalKey) => draftFor(key).title,
    optionErrors: (key: LocalKey) => sshKeyDraftErrors(draftFor(key)),
    isEdited: computed(() => {
      const edited = new Set(drafts.editedIds.value)
      return local.newKeys.value.some(({ localKeyId }) => edited.has(localKeyId))
    }),
    accountKeys: computed(() => {
      const { account: keys = [] } = lists.lists.value ?? {}
      return keys.map((key) => accountSshKey(key, now.value))
    }),
    ...useAccountKeys({ ...calls, restore }, lists, owner, {
      kind: 'SSH',
      deletion: ({ settings }) => sshDeletionText(settings?.usage_type),
    }),
    import: (keys: readonly LocalKey[]) =>
      calls.import(keys.map((key) => toSshKeyChoice(key.localKeyId, draftFor(key)))),
    cancelImport: () => api.localSshKeys.cancelImport(),
    undoImport: (imported: readonly ImportedKey[]) => undoImport(calls, imported),
    /** Another user’s keys can’t be renewed. */
    renewals: owner
      ? undefined
      : useRenewals(lists, {
          renew: (id: number, changes: SshKeyChanges) =>
            api.localSshKeys.renew({ key_id: id, ...changes }),
          addAgain: ({ localKeyId, title, usage_type, expires_at }: SshKeyBackup) =>
            calls.import([{ localKeyId, title, usage_type, expires_at }]),
        }),
  }
}

/** The calls for the account’s keys or, for administrators, another user’s. */
function keyCalls({ localSshKeys, sshKeys }: Api, user: number | undefined) {
  if (user === undefined) {
    return {
      list: () => localSshKeys.list(),
      import: (keys: SshKeyChoice[]) => localSshKeys.import({ keys }),
      remove: (id: number) => sshKeys.remove({ key_id: id }),
    }
  }
  return {
    list: () => localSshKeys.listFor({ user_id: user }),
    import: (keys: SshKeyChoice[]) => localSshKeys.importFor({ user_id: user, keys }),
    remove: (id: number) => sshKeys.removeOf({ id: user, key_id: id }),
  }
}

export function accountSshKey(key: AccountSshKey, now: number): AccountKey {
  const { id, title, details, copy, files, usage_type: usage, expires_at: expires } = key
  const isExpired = hasExpired(expires ?? '', now)
  return {
    id,
    name: title,
    text: key.key,
    isReadable: details !== undefined,
    isHere: copy !== undefined,
    fingerprint: details?.fingerprint,
    expires,
    isWeak: details?.weak !== undefined,
    type: details ? algorithmLabel(details) : key.key.split(/\s/, 1)[0]!,
    usedFor: usageLabel(usage),
    created: key.created_at,
    lastUsed: key.last_used_at,
    files,
    otherAccounts: key.otherAccounts,
    privateKeyId: copy && privateKeyId(copy),
    facts: [
      usage ? [{ label: t('sshKeys.usageType'), value: usageLabel(usage)! }] : [],
      dateFact(t('keys.added'), key.created_at),
      dateFact(t(isExpired ? 'keys.expiredLabel' : 'gpgKeys.expiry'), expires),
      lastUseFact(key.last_used_at),
      copy ? localFacts({ ...copy, files }) : [],
    ].flat(),
    notes: details?.weak ? [details.weak] : [],
    settings: details && { title, usage_type: usage, expires_at: expires },
  }
}

function privateKeyId({ privateKey, isAdded, localKeyId }: LocalSshKey): string | undefined {
  return privateKey !== undefined && !isAdded ? localKeyId : undefined
}

export function localSshKey(key: ListedSshKey): KeyDescription {
  return {
    name: key.title,
    fingerprint: key.fingerprint,
    isWeak: key.weak !== undefined,
    isWithoutComment: key.lostComment,
    type: algorithmLabel(key),
    files: key.files,
    privateKeyId: privateKeyId(key),
    facts: key.isAdded ? fileFact(key.files) : localFacts(key),
    notes: [key.weak ?? [], key.lostComment ? t('sshKeys.lostComment') : []].flat(),
    text: key.publicKey,
    comment: key.comment,
  }
}

/** A key’s algorithm and length. */
function algorithmLabel({ type, bits }: Pick<SshKeyDetails, 'type' | 'bits'>): string {
  const name = sshAlgorithmName(type)
  const isOnDevice = type.startsWith('sk-')
  return t(isOnDevice ? 'sshKeys.algorithmOnDevice' : 'sshKeys.algorithm', { name, bits })
}
