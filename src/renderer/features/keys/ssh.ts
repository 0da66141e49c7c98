import type { MessageId } from '../../../shared/messages/message.ts'
import { KeyRound } from '@lucide/vue'
import { computed } from 'vue'
import type {
  AccountSshKey,
  LocalSshKeyRow,
  SshKeyBackup,
  SshKeyChanges,
  SshKeyChoice,
  SshKeyDetails,
  SshKeyLists,
} from '../../../shared/operations/local-keys.ts'
import { localKeyFileLimit } from '../../../shared/rules/limits.ts'
import { sshAlgorithmName } from '../../../shared/rules/ssh-keys.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { AffectedUser } from '../../components/use-confirm.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { t } from '../../ui/messages.ts'
import { useClock } from '../../ui/use-clock.ts'
import { dateFact, purposeWarning, fileFact, lastUseFact, localFacts } from './key-facts.ts'
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
import { isHere, useAccountKeys } from './use-account-keys.ts'
import { useKeyLists } from './use-key-lists.ts'
import { useKeyReader } from './use-key-reader.ts'
import { type Copies, mergeCopies, useLocalKeys } from './use-local-keys.ts'
import { useRenewals } from './use-renewals.ts'

/** What deleting a key ends, by its purpose. */
export function sshDeletionText(usage: string | null | undefined): MessageId {
  if (usage === 'auth') return 'sshKeys.deletionAuth'
  return usage === 'signing' ? 'sshKeys.deletionSigning' : 'sshKeys.deletion'
}

/** SSH keys, such as files in `~/.ssh`. Title, usage and expiry are set on import and can be changed later. */
export function useSshKeys(account: string, owner?: AffectedUser) {
  const api = useLatchkey()(account)
  const accounts = useAccountsStore()
  const calls = keyCalls(api, owner?.id)
  const now = useClock()
  const lists = useKeyLists('SSH', account, owner?.id, {
    scan: async ({ localSshKeys }) => ({ rows: await localSshKeys.scan() }),
    list: (from) => keyCalls(from, owner?.id).list(),
    unmatched: unmatchedSshKey,
  })
  const reader = useKeyReader(lists, {
    read: (files) =>
      api.localSshKeys.read({ files: files.flatMap((file) => ('text' in file ? file : [])) }),
    forget: (localKeyId) => api.localSshKeys.forget({ localKeyId }),
    encode: encodeAsText,
    maxBytes: localKeyFileLimit,
    batchSize: 500,
  })
  const local = useLocalKeys(
    lists,
    () => {
      const { local: keys = [] } = lists.lists.value ?? {}
      const listed = owner ? reader.addedOf(keys) : reader.withoutPasted(keys)
      return mergeCopies(listed, rankSshKey).map(localSshKey)
    },
    accounts.byId,
    () => {
      const own = owner ? undefined : accounts.byId(account)
      const others = accounts.accounts.filter(
        ({ id, demo }) => id !== account && demo === own?.demo,
      )
      return own && { own, others }
    },
  )
  /** The keys in the text field. */
  const pastedKeys = computed(() => {
    const { account: onAccount = [] } = lists.list.data.value ?? {}
    const keyIdOf = (fingerprint: string) =>
      onAccount.find(({ details }) => details?.fingerprint === fingerprint)?.id
    const keys = reader.pastedRows.value
      .flatMap(unmatchedSshKey)
      .map((key) => ({ ...key, keyId: keyIdOf(key.fingerprint) }))
    return local.withRefusals(mergeCopies(keys, rankSshKey).map(localSshKey))
  })
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
    pastedKeys,
    draftFor,
    titleOf: (key: LocalKey) => draftFor(key).title,
    optionErrors: (key: LocalKey) => sshKeyDraftErrors(draftFor(key)),
    isEdited: computed(() => {
      const edited = new Set(drafts.editedIds.value)
      return local.newKeys.value.some(({ localKeyId }) => edited.has(localKeyId))
    }),
    accountKeys: computed(() => {
      const { account: keys = [], local: copies = [] } = lists.lists.value ?? {}
      return keys.map((key) => accountSshKey(key, copies, now.value))
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

type LocalSshKey = SshKeyLists['local'][number]

/** A scanned key as listed while the account’s keys are unknown. */
export function unmatchedSshKey(row: LocalSshKeyRow): LocalSshKey[] {
  return row.kind === 'key' ? [row] : []
}

export function accountSshKey(
  key: AccountSshKey,
  local: readonly LocalSshKey[],
  now: number,
): AccountKey {
  const { id, title, details, usage_type: usage, expires_at: expires } = key
  const isExpired = hasExpired(expires ?? '', now)
  const copies = local.filter(
    ({ localKeyId, isAdded }) => !isAdded && key.localKeyIds.includes(localKeyId),
  )
  const [best] = copies.toSorted((a, b) => rankSshKey(b) - rankSshKey(a))
  const files = [...new Set(copies.map(({ file }) => file))]
  return {
    id,
    name: title,
    text: key.key,
    isReadable: details !== undefined,
    isHere: isHere(key, local),
    fingerprint: details?.fingerprint,
    expires,
    isWeak: details?.weak !== undefined,
    type: details ? algorithmLabel(details) : key.key.split(/\s/, 1)[0]!,
    created: key.created_at,
    lastUsed: key.last_used_at,
    files,
    otherAccounts: key.otherAccounts,
    privateKeyId: best && privateKeyId(best),
    facts: [
      usage ? [{ label: t('sshKeys.usageType'), value: usageLabel(usage)! }] : [],
      dateFact(t('keys.added'), key.created_at),
      dateFact(t(isExpired ? 'keys.expiredLabel' : 'gpgKeys.expiry'), expires),
      lastUseFact(key.last_used_at),
      best ? localFacts({ ...best, files }) : [],
    ].flat(),
    notes: details?.weak ? [details.weak] : [],
    settings: details && { title, usage_type: usage, expires_at: expires },
  }
}

/** Ranks copies of a key: those in a file ahead of those in an agent. */
function rankSshKey({ privateKey, agent }: LocalSshKey): number {
  return privateKey ? 2 : agent ? 1 : 0
}

function privateKeyId({ privateKey, isAdded, localKeyId }: LocalSshKey): string | undefined {
  return privateKey !== undefined && !isAdded ? localKeyId : undefined
}

export function localSshKey({ key, otherFiles, addedIds }: Copies<LocalSshKey>): LocalKey {
  const files = [key.file, ...otherFiles]
  const lostComment = key.lostComment ? t('sshKeys.lostComment') : undefined
  return {
    localKeyId: key.localKeyId,
    addedIds,
    name: key.title,
    group: key.keyId !== undefined ? 'on-account' : key.isIgnored ? 'ignored' : 'new',
    fingerprint: key.fingerprint,
    isWeak: key.weak !== undefined,
    skipReason: key.weak ?? lostComment,
    isWithoutComment: key.lostComment,
    type: algorithmLabel(key),
    doubt: purposeWarning([key.comment, ...files]),
    files,
    otherAccounts: key.otherAccounts,
    privateKeyId: privateKeyId(key),
    facts: key.isAdded ? fileFact(files) : localFacts({ ...key, files }),
    notes: [key.weak ?? [], lostComment ?? []].flat(),
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
