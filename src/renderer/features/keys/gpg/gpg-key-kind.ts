import { BadgeCheck } from '@lucide/vue'
import type {
  AccountGpgKey,
  GpgKeyChoice,
  JoinedGpgKey,
  LocalGpgFileRow,
  GpgKeyBackup,
} from '../../../../shared/app/gpg-keys.ts'
import type { AppApi } from '../../../../shared/app/index.ts'
import type { ServiceApi } from '../../../../shared/service/index.ts'
import { t } from '../../../ui/messages.ts'
import { encodeAsTextOrBytes } from '../key-files.ts'
import { dateFact, expiryFact, placeFacts, privateKeyFact } from '../key-facts.ts'
import type { KeyKind, KeyTypes, KeySummary } from '../key-kind.ts'
import { capabilitiesLabel, gpgKeyName, isOwnGpgKey, rankGpgKey } from './gpg-messages.ts'
import { type GpgKeyFacts, spacedFingerprint } from './gpg-messages.ts'
import { gpgKeyFileLimit } from '../../../../shared/limits.ts'

interface GpgKeyTypes extends KeyTypes {
  account: AccountGpgKey
  local: JoinedGpgKey
  choice: GpgKeyChoice
  /** The local key that takes the place of the account's. */
  changes: GpgKeyChoice
  backup: GpgKeyBackup
}

/** GPG keys: those of the local gpg, some of which are other people's. A key is renewed where this computer has a newer copy. */
export const gpgKeyKind: KeyKind<GpgKeyTypes> = {
  name: 'GPG',
  openedFileKind: 'gpg',
  placeholder: '-----BEGIN PGP PUBLIC KEY BLOCK-----',
  texts: { deletion: 'gpgKeys.deletion', command: 'gpg --quick-generate-key' },
  icon: BadgeCheck,
  files: { encode: encodeAsTextOrBytes, maxBytes: gpgKeyFileLimit, batchSize: 100 },
  hasOptions: false,

  async scan({ localGpgKeys }: AppApi) {
    const { gpg, keys } = await localGpgKeys.scan()
    return { rows: keys, unavailable: gpg.state === 'ready' ? undefined : gpg }
  },
  read: ({ localGpgKeys }: AppApi, files) => localGpgKeys.read({ files }),
  forget: ({ localGpgKeys }: AppApi, localKeyId) => localGpgKeys.forget({ localKeyId }),
  own: ({ localGpgKeys, gpgKeys }: AppApi & ServiceApi) => ({
    list: () => localGpgKeys.list(),
    import: (keys) => localGpgKeys.import({ keys }),
    get: (id) => gpgKeys.get({ key_id: id }),
    remove: (id) => gpgKeys.remove({ key_id: id }),
    renew: (id, changes) => localGpgKeys.renew({ key_id: id, ...changes }),
  }),
  ofUser: ({ localGpgKeys, gpgKeys }: AppApi & ServiceApi, user) => ({
    list: () => localGpgKeys.listFor({ user_id: user }),
    import: (keys) => localGpgKeys.importFor({ user_id: user, keys }),
    get: (id) => gpgKeys.getOf({ id: user, key_id: id }),
    remove: (id) => gpgKeys.removeOf({ id: user, key_id: id }),
  }),

  unmatched(row: LocalGpgFileRow) {
    if (row.kind !== 'key') return []
    const userIds = row.userIds.map((userId) => ({ ...userId, address: 'none' as const }))
    return [{ ...row, userIds, state: 'new', changes: [] }]
  },
  summarizeAccountKey(key, local) {
    const { id, details } = key
    const [newer] = local
      .filter(({ state, accountKeyId }) => state === 'changed' && accountKeyId === id)
      .toSorted((a, b) => rankGpgKey(b) - rankGpgKey(a))
    return {
      name: gpgKeyName(details, id),
      facts: [...dateFact('keys.added', key.created_at), ...(details ? [expiryFact(details)] : [])],
      newer,
      ...detailsSummary(details),
    }
  },
  summarizeLocalKey({ key, otherFiles }) {
    const isOwn = isOwnGpgKey(key)
    return {
      name: gpgKeyName(key),
      group: key.state !== 'new' ? 'on-account' : isOwn ? 'new' : 'other-people',
      skipReason: skipReasonFor(key, isOwn),
      facts: [
        ...placeFacts(key.file === 'gpg' ? t('gpgKeys.inGpg') : key.file, otherFiles),
        privateKeyFact(key.hasPrivateKey ? 'gpg' : undefined),
        ...dateFact('keys.createdOn', key.created),
      ],
      hint: key.keyId,
      ...detailsSummary(key),
    }
  },
  rank: rankGpgKey,
  toChoice: ({ localKeyId }) => ({ localKeyId }),
  backupToChoice: ({ localKeyId }) => ({ localKeyId }),
}

/** The part of a summary that comes from the parsed key. */
function detailsSummary(parts: GpgKeyFacts | undefined): Omit<KeySummary, 'name' | 'facts'> {
  return {
    type:
      parts && parts.capabilities.length > 0
        ? t('gpgKeys.typeFor', { uses: capabilitiesLabel(parts.capabilities) })
        : t('gpgKeys.type'),
    parts,
    fingerprint: parts && spacedFingerprint(parts.fingerprint),
    expires: parts?.expires,
    isRevoked: parts?.revoked,
    notes: [
      ...(parts?.unchecked ? [t('gpgKeys.unchecked')] : []),
      ...(parts?.unverified ? [parts.unverified] : []),
    ],
  }
}

function skipReasonFor({ revoked, expired }: JoinedGpgKey, isOwn: boolean): string | undefined {
  if (revoked) return t('gpgKeys.skipRevoked')
  if (expired) return t('gpgKeys.skipExpired')
  return isOwn ? undefined : t('gpgKeys.skipOthers')
}
