import { BadgeCheck, Stamp } from '@lucide/vue'
import type {
  AccountGpgKey,
  GpgKeyChoice,
  JoinedGpgKey,
  GpgKeyBackup,
} from '../../../../shared/app/gpg-keys.ts'
import type { AppApi } from '../../../../shared/app/index.ts'
import type { ServiceApi } from '../../../../shared/service/index.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { t } from '../../../ui/messages.ts'
import { asTextOrBytes } from '../given-files.ts'
import { dateFact, expiryFact, placeFacts, privateKeyFact } from '../key-facts.ts'
import type { KeyKind, KeyTypes, ShownKey } from '../key-kind.ts'
import { gpgKeyName, gpgKeyTyped, isOwnGpgKey, rankOfGpgKey } from './gpg-messages.ts'
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
  opened: 'gpg',
  placeholder: '-----BEGIN PGP PUBLIC KEY BLOCK-----',
  texts: {
    lead: 'gpgKeys.lead',
    none: 'gpgKeys.none',
    leadHere: 'gpgKeys.leadHere',
    noneHere: 'gpgKeys.noneHere',
    command: 'gpg --quick-generate-key',
    allKnown: 'gpgKeys.allKnown',
  },
  icons: { onAccount: BadgeCheck, here: Stamp },
  files: { encode: asTextOrBytes, bytes: gpgKeyFileLimit, atOnce: 100 },
  hasOptions: false,

  async scan({ localGpgKeys }: AppApi) {
    const { gpg, keys } = await localGpgKeys.scan()
    return { rows: keys, unavailable: gpg.state === 'ready' ? undefined : gpg }
  },
  read: ({ localGpgKeys }: AppApi, files) => localGpgKeys.read({ files }),
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

  showAccountKey(key, local) {
    const { id, details } = key
    const [newer] = local
      .filter(({ state, accountKeyId }) => state === 'changed' && accountKeyId === id)
      .toSorted((a, b) => rankOfGpgKey(b) - rankOfGpgKey(a))
    return {
      name: gpgKeyName(details, id),
      typed: gpgKeyTyped(details, id),
      facts: [...dateFact('keys.added', key.created_at), ...(details ? [expiryFact(details)] : [])],
      newer,
      ...shownParts(details),
    }
  },
  showLocalKey({ key, also }) {
    const isOwn = isOwnGpgKey(key)
    return {
      name: gpgKeyName(key),
      group: key.state !== 'new' ? 'known' : isOwn ? 'new' : 'others',
      skipReason: skipReasonOf(key, isOwn),
      facts: [
        ...placeFacts(key.file === 'gpg' ? t('gpgKeys.inGpg') : key.file, also),
        privateKeyFact(key.hasPrivateKey ? 'gpg' : undefined),
        ...dateFact('keys.createdOn', key.created),
      ],
      hint: key.keyId,
      ...shownParts(key),
    }
  },
  rankOf: rankOfGpgKey,
  choiceOf: ({ localKeyId }) => ({ localKeyId }),
  choiceOfBackup: ({ localKeyId }) => ({ localKeyId }),
  deletion: (name) => t('gpgKeys.deletion', { name: bidiIsolate(name) }),
}

/** What the rows of account keys and local keys have in common. */
function shownParts(parts: GpgKeyFacts | undefined): Omit<ShownKey, 'name' | 'facts'> {
  return {
    parts,
    fingerprint: parts && spacedFingerprint(parts.fingerprint),
    expires: parts?.expires,
    isRevoked: parts?.revoked,
    notes: parts?.unverified ? [parts.unverified] : [],
  }
}

function skipReasonOf({ revoked, expired }: JoinedGpgKey, isOwn: boolean): string | undefined {
  if (revoked) return t('gpgKeys.skipRevoked')
  if (expired) return t('gpgKeys.skipExpired')
  return isOwn ? undefined : t('gpgKeys.skipOthers')
}
