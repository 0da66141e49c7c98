import type {
  GpgKeyDetails,
  ListedGpgKey,
  LocalGpgKey,
} from '../../../../shared/operations/gpg-keys.ts'
import { message } from '../../../../shared/messages/message.ts'
import { type CommitAddresses, addressState } from '../../../../shared/rules/commit-verification.ts'
import { ignoredKeyName } from '../../../../shared/rules/ignored-keys.ts'
import { textOf } from '../../../platform/messages.ts'
import { type KeyStanding, type KeyContext, findDoubt } from '../beside-account.ts'
import type { MergedKey } from '../examined-keys.ts'
import type { ExaminedGpgKey } from './examine-gpg.ts'

/** The `file` of keys in gpg's keyring. */
export const gpgSource = 'gpg'

export function toLocalGpgKey(localKeyId: string, key: ExaminedGpgKey): LocalGpgKey {
  const { file, details, hasPrivateKey, isAdded } = key
  return { kind: 'key', localKeyId, file, hasPrivateKey, isAdded, ...details }
}

interface Comparison {
  surroundings: KeyContext | undefined
  standing?: KeyStanding
  /** The account's emails; absent if unknown. */
  addresses?: CommitAddresses
}

export function toListedGpgKey(
  { localKeyId, key, copies, files, addedIds }: MergedKey<ExaminedGpgKey>,
  { surroundings, standing = { isOnAccount: false, otherAccounts: [] }, addresses }: Comparison,
): ListedGpgKey {
  const { details, file, hasPrivateKey } = key
  // The keyring has other people's keys, too.
  const isOwn = hasPrivateKey || file !== gpgSource
  const group = isOwn ? 'new' : 'other-people'
  const isIgnored = surroundings?.ignored.has(ignoredKeyName('GPG', key.identity))
  return {
    ...toLocalGpgKey(localKeyId, key),
    hasPrivateKey: copies.some((copy) => copy.hasPrivateKey),
    ...matchAddresses(details, addresses),
    files,
    addedIds,
    group: standing.isOnAccount ? 'on-account' : isIgnored ? 'ignored' : group,
    skip: details.revoked ? 'revoked' : details.expired ? 'expired' : isOwn ? undefined : 'others',
    doubt: findDoubt(
      details.userIds.map(({ text }) => text),
      standing,
      { accounts: surroundings?.accounts ?? [] },
    ),
    otherAccounts: [...standing.otherAccounts],
  }
}

/** Compares a key's user IDs with an account's emails, and explains why its signatures would stay unverified there. */
export function matchAddresses(
  { userIds }: GpgKeyDetails,
  addresses: CommitAddresses | undefined,
): Pick<ListedGpgKey, 'userIds' | 'unverified'> {
  if (!addresses) return { userIds: userIds.map((userId) => ({ ...userId, address: 'none' })) }
  const names = userIds.map((userId) => ({
    ...userId,
    address: stateOf(userId.email, addresses),
  }))
  const usable = names.filter(({ revoked }) => !revoked)
  if (usable.some(({ address }) => address === 'confirmed')) return { userIds: names }
  const unconfirmed = usable.find(({ address }) => address === 'unconfirmed')
  if (unconfirmed) {
    const email = unconfirmed.email!
    const text = textOf(message('keys.emailUnconfirmed', { email }))
    return { userIds: names, unverified: { reason: 'unconfirmed', text, email } }
  }
  const email = usable.find(({ address }) => address === 'not-on-account')?.email
  const text = textOf(message('keys.emailNotOnAccount'))
  return { userIds: names, unverified: { reason: 'notOnAccount', text, email } }
}

function stateOf(
  email: string | undefined,
  addresses: CommitAddresses,
): ListedGpgKey['userIds'][number]['address'] {
  if (email === undefined) return 'none'
  const state = addressState(email, addresses)
  return state === 'maybe-private' ? 'not-on-account' : state
}
