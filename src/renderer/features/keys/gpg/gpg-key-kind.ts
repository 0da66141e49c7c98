import { BadgeCheck, Stamp } from '@lucide/vue'
import type {
  AccountGpgKey,
  GpgKeyChoice,
  JoinedGpgKey,
  KeptGpgKey,
} from '../../../../shared/app/gpg-keys.ts'
import type { AppApi } from '../../../../shared/app/index.ts'
import type { ServiceApi } from '../../../../shared/service/index.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { asTextOrBytes } from '../given-files.ts'
import { momentFact, placeFacts } from '../key-facts.ts'
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
  kept: KeptGpgKey
}

/** GPG keys: those of the local gpg, some of which are other people's. One is renewed where this computer has it newer. */
export const gpgKeyKind: KeyKind<GpgKeyTypes> = {
  name: 'GPG',
  opened: 'gpg',
  texts: {
    lead: 'What shows that a commit is yours: on your account, and on this machine.',
    placeholder: '-----BEGIN PGP PUBLIC KEY BLOCK-----',
    none: 'Import one from this machine below, so that commits signed with it show as verified.',
    leadHere:
      'Public keys of your gpg, and those that you bring here. Private keys never leave this machine.',
    noneHere: 'No GPG key of your own found',
    command: 'gpg --quick-generate-key',
    allKnown: 'Every key of yours on this machine is on your account already.',
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
      facts: [...momentFact('Added', key.created_at), ...expiryFact(details)],
      newer,
      ...shownParts(details),
    }
  },
  showLocalKey({ key, also }) {
    const isOwn = isOwnGpgKey(key)
    return {
      name: gpgKeyName(key),
      group: key.state !== 'new' ? 'known' : isOwn ? 'new' : 'others',
      leftOut: leftOutBecause(key, isOwn),
      facts: [
        ...placeFacts(key.file === 'gpg' ? 'In gpg' : key.file, also),
        key.hasPrivateKey ? 'private key in gpg' : 'private key not seen here',
        ...momentFact('made', key.created),
      ],
      hint: key.keyId,
      ...shownParts(key),
    }
  },
  rankOf: rankOfGpgKey,
  choiceOf: ({ localKeyId }) => ({ localKeyId }),
  choiceAgain: ({ localKeyId }) => ({ localKeyId }),
  deletion: (name, owner) =>
    `${bidiIsolate(name)} is taken off the account. Commits that are verified by it stay so; ` +
    'those that were not pushed yet, and all new ones signed with it, will be unverified. ' +
    `The key in ${owner} gpg stays as it is.`,
}

/** What the row of a key of the account and that of one of this computer have in common. */
function shownParts(parts: GpgKeyFacts | undefined): Omit<ShownKey, 'name' | 'facts'> {
  return {
    parts,
    fingerprint: parts && spacedFingerprint(parts.fingerprint),
    expires: parts?.expires,
    isRevoked: parts?.revoked,
    notes: parts?.unverified ? [parts.unverified] : [],
  }
}

function expiryFact(parts: GpgKeyFacts | undefined): string[] {
  if (!parts) return []
  const { expires, expired } = parts
  return expires ? momentFact(expired ? 'Expired' : 'Expires', expires) : ['Does not expire']
}

function leftOutBecause({ revoked, expired }: JoinedGpgKey, isOwn: boolean): string | undefined {
  if (revoked) return 'It is revoked.'
  if (expired) return 'It has expired.'
  return isOwn ? undefined : 'It is most likely somebody else’s.'
}
