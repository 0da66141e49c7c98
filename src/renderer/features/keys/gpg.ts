import { BadgeCheck } from '@lucide/vue'
import { computed } from 'vue'
import type {
  AccountGpgKey,
  GpgKeyBackup,
  GpgKeyCapability,
  GpgKeyChoice,
  GpgKeyDetails,
  GpgKeyReplacement,
  ListedGpgKey,
  LocalGpgKey,
} from '../../../shared/operations/gpg-keys.ts'
import { gpgKeyFileLimit } from '../../../shared/rules/limits.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { AffectedUser } from '../../components/use-confirm.ts'
import { t } from '../../ui/messages.ts'
import { useClock } from '../../ui/use-clock.ts'
import { dateFact, fileFact, localFacts } from './key-facts.ts'
import { encodeAsTextOrBytes } from './key-files.ts'
import type {
  GpgKeyFacts,
  AccountKey,
  Api,
  EmailProblem,
  ImportedKey,
  KeyFact,
  KeySummary,
  LocalKey,
} from './keys.ts'
import type { SshKeyDraftErrors } from './ssh/key-draft.ts'
import { undoImport } from './undo-import.ts'
import { useIgnoredKeys } from './use-ignored-keys.ts'
import { useAccountKeys } from './use-account-keys.ts'
import { useKeyLists } from './use-key-lists.ts'
import { useKeyReader } from './use-key-reader.ts'
import { type KeyDescription, useLocalKeys } from './use-local-keys.ts'
import { useRenewals } from './use-renewals.ts'

/**
 * GPG keys from the local keyring, including other people’s. A key can be renewed if there is a newer local copy.
 */
export function useGpgKeys(account: string, owner?: AffectedUser) {
  const api = useLatchkey()(account)
  const calls = keyCalls(api, owner?.id)
  const now = useClock()
  const lists = useKeyLists('GPG', account, owner?.id, {
    async scan({ localGpgKeys }) {
      const { gpg, keys } = await localGpgKeys.scan()
      return { rows: keys, unavailable: gpg.state === 'ready' ? undefined : gpg }
    },
    list: (from) => keyCalls(from, owner?.id).list(),
  })
  const reader = useKeyReader(lists, {
    read: (files) => api.localGpgKeys.read({ files }),
    forget: (localKeyId) => api.localGpgKeys.forget({ localKeyId }),
    encode: encodeAsTextOrBytes,
    maxBytes: gpgKeyFileLimit,
    batchSize: 100,
    isOthers: owner !== undefined,
  })
  const local = useLocalKeys(lists, reader, localGpgKey)
  /** Adds a deleted key again. */
  async function restore({ name, text }: AccountKey) {
    const [row] = await api.localGpgKeys.read({ files: [{ name, text }] })
    if (row?.kind !== 'key') return undefined
    const { localKeyId } = row
    try {
      const [result] = await calls.import([{ localKeyId }])
      return result
    } finally {
      await api.localGpgKeys.forget({ localKeyId })
    }
  }
  return {
    name: 'GPG' as const,
    icon: BadgeCheck,
    /** An example of a pasted key. */
    placeholder: '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    /** The command that creates a key. */
    command: 'gpg --quick-generate-key',
    account,
    owner,
    now,
    ...lists,
    ...reader,
    ...local,
    ...useIgnoredKeys('GPG', api, lists),
    // Everything is part of a GPG key, so there are no options to set before an import.
    titleOf: ({ name }: LocalKey) => name,
    optionErrors: (): SshKeyDraftErrors => ({}),
    isEdited: computed(() => false),
    accountKeys: computed(() => lists.lists.value?.account.map(accountGpgKey) ?? []),
    ...useAccountKeys({ ...calls, restore }, lists, owner, {
      kind: 'GPG',
      deletion: () => 'gpgKeys.deletion',
    }),
    import: (keys: readonly LocalKey[]) =>
      calls.import(keys.map(({ localKeyId }) => ({ localKeyId }))),
    cancelImport: () => api.localGpgKeys.cancelImport(),
    undoImport: (imported: readonly ImportedKey[]) => undoImport(calls, imported),
    /** Another user’s keys can’t be renewed. */
    renewals: owner
      ? undefined
      : useRenewals(lists, {
          renew: (id: number, newer: GpgKeyReplacement) =>
            api.localGpgKeys.renew({ key_id: id, ...newer }),
          addAgain: ({ localKeyId }: GpgKeyBackup) => calls.import([{ localKeyId }]),
        }),
  }
}

/** The calls for the account’s keys or, for administrators, another user’s. */
function keyCalls({ localGpgKeys, gpgKeys }: Api, user: number | undefined) {
  if (user === undefined) {
    return {
      list: () => localGpgKeys.list(),
      import: (keys: GpgKeyChoice[]) => localGpgKeys.import({ keys }),
      remove: (id: number) => gpgKeys.remove({ key_id: id }),
    }
  }
  return {
    list: () => localGpgKeys.listFor({ user_id: user }),
    import: (keys: GpgKeyChoice[]) => localGpgKeys.importFor({ user_id: user, keys }),
    remove: (id: number) => gpgKeys.removeOf({ id: user, key_id: id }),
  }
}

export function accountGpgKey(key: AccountGpgKey): AccountKey {
  const { id, details, copy, files, newer } = key
  return {
    id,
    name: gpgKeyName(details, id),
    text: key.key,
    isReadable: details !== undefined,
    isHere: copy !== undefined,
    created: key.created_at,
    files: files.map(placeOf),
    otherAccounts: key.otherAccounts,
    facts: [
      ...dateFact(t('keys.added'), key.created_at),
      ...(copy ? keyFacts(copy, [copy.file]) : []),
    ],
    newer,
    ...detailsSummary(details),
  }
}

export function localGpgKey(key: ListedGpgKey): KeyDescription {
  return {
    name: gpgKeyName(key),
    files: key.files.map(placeOf),
    created: key.created,
    facts: keyFacts(key, key.files),
    ...detailsSummary(key),
  }
}

const placeOf = (file: string) => (file === gpgSource ? t('gpgKeys.inGpg') : file)

/** Local facts about a key. Only the keyring reveals whether there is a private key. */
function keyFacts({ isAdded, hasPrivateKey }: LocalGpgKey, all: readonly string[]): KeyFact[] {
  const files = all.filter((source) => source !== gpgSource)
  const keyring = all.includes(gpgSource) ? [{ label: t('gpgKeys.keyring'), value: gpgSource }] : []
  const privateKey = hasPrivateKey ? t('gpgKeys.inGpg') : undefined
  return [...keyring, ...(isAdded ? fileFact(files) : localFacts({ files, privateKey }))]
}

/** Summary fields from the parsed key. */
function detailsSummary(
  parts: GpgKeyFacts | undefined,
): Omit<KeySummary, 'name' | 'facts' | 'files'> {
  return {
    type:
      parts && parts.capabilities.length > 0
        ? t('gpgKeys.typeFor', { uses: capabilitiesLabel(parts.capabilities) })
        : t('gpgKeys.type'),
    usedFor: parts && capabilitiesLabel(parts.capabilities),
    parts,
    fingerprint: parts && spacedFingerprint(parts.fingerprint),
    expires: parts?.expires,
    isRevoked: parts?.revoked,
    emailProblem: parts?.unverified && toEmailProblem(parts.unverified),
    notes: [
      ...(parts?.unchecked ? [t('gpgKeys.unchecked')] : []),
      ...(parts?.unverified ? [parts.unverified.text] : []),
    ],
  }
}

type UnverifiedReason = NonNullable<GpgKeyFacts['unverified']>

/** A key with an unconfirmed email still belongs to the account. */
function toEmailProblem({ reason, text, email = '' }: UnverifiedReason): EmailProblem {
  const label = t(`gpgKeys.email_${reason}`)
  return reason === 'unconfirmed' ? { label, text } : { label, text, missing: email }
}

/** The `file` value for keys in gpg’s keyring. */
const gpgSource = 'gpg'

/** A key’s first user ID that isn’t revoked, or else its ID on the account. */
export function gpgKeyName(
  details: Pick<GpgKeyDetails, 'userIds' | 'keyId'> | undefined,
  id = 0,
): string {
  const userIds = details?.userIds ?? []
  const userId = userIds.find(({ revoked }) => !revoked) ?? userIds[0]
  return userId?.text ?? details?.keyId ?? t('gpgKeys.unnamed', { id })
}

/** Splits a fingerprint into groups of four, as gpg prints it. */
export function spacedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Lists what a key or subkey can be used for. */
export function capabilitiesLabel(capabilities: readonly GpgKeyCapability[]): string {
  const uses = capabilities.map((capability) => t(`gpgKeys.use_${capability}`))
  return uses.length > 0 ? t('gpgKeys.uses', { uses }) : t('gpgKeys.noUse')
}
