import type {
  AccountGpgKey,
  GpgKeyChoice,
  GpgKeyDetails,
  GpgKeyLists,
  GpgScan,
  JoinedGpgKey,
  GpgKeyBackup,
  LocalGpgKey,
} from '../../../../shared/app/gpg-keys.ts'
import { message } from '../../../../shared/messages/message.ts'
import { gpgKeyFileLimit } from '../../../../shared/limits.ts'
import type { GpgKey } from '../../../../shared/service/gpg-keys.ts'
import { parseGpgKey } from '../../../keys/account-gpg-keys.ts'
import type { GpgPublicKey } from '../../../keys/gpg-public-key.ts'
import { textOf } from '../../../infra/messages.ts'
import type { ExaminedKey } from '../examined-keys.ts'
import type { KeyKind, KeyTypes } from '../key-kind.ts'
import { type Addresses, matchAddresses } from './addresses.ts'
import { examineGpg } from './examine-gpg.ts'
import { GpgCopies } from './gpg-copies.ts'
import { type NewGpgKey, gpgKeysOfUser, ownGpgKeys } from './remote-gpg-keys.ts'
import { planGpgRenewal } from './gpg-key-renewal.ts'
import { readGpgListing } from './gpg-listing.ts'
import type { GpgFailure, GpgProgram } from './gpg-program.ts'
import { describeNewParts } from './new-parts.ts'
import { gpgKeyToSend } from './gpg-key-to-send.ts'

export interface GpgKeyTypes extends KeyTypes {
  entry: GpgKey
  newKey: NewGpgKey
  publicKey: GpgPublicKey
  examined: ExaminedGpgKey
  ownerDetails: Addresses
  local: LocalGpgKey
  accountKey: GpgKey
  scan: GpgScan
  lists: GpgKeyLists
  choice: GpgKeyChoice
  changes: GpgKeyChoice
  backup: Omit<GpgKeyBackup, 'localKeyId'>
}

export interface ExaminedGpgKey extends ExaminedKey {
  details: GpgKeyDetails
  hasPrivateKey: boolean
  /** Absent where gpg has the key: they are exported when they are needed. */
  packets?: Buffer
}

interface GpgKeyPorts {
  gpg: GpgProgram
  /** Milliseconds since 1970. */
  now(): number
}

/** GPG keys: those of the local gpg, the same by fingerprint. */
export function gpgKeyKind({ gpg, now }: GpgKeyPorts): KeyKind<GpgKeyTypes> {
  const copies = new GpgCopies(gpg, now)
  return {
    fileLimit: gpgKeyFileLimit,
    memoryLimit: 1000,
    async scan(remember) {
      const answer = await gpg.list()
      if ('failure' in answer) return { gpg: formatGpgFailure(answer.failure), keys: [] }
      const listed = readGpgListing(answer.output, now()).map(
        ({ details, hasPrivateKey }): ExaminedGpgKey => ({
          file: 'gpg',
          identity: details.fingerprint,
          details,
          hasPrivateKey,
        }),
      )
      const rows = remember(listed.map((key) => ({ kind: 'key', key })))
      return {
        gpg: { state: 'ready', message: '' },
        keys: rows.filter((row) => row.kind === 'key'),
      }
    },
    examine: (file, content) => examineGpg(file, content, now()),
    toLocalKey: (localKeyId, { file, details, hasPrivateKey, isAdded }) => ({
      kind: 'key',
      localKeyId,
      file,
      hasPrivateKey,
      isAdded,
      ...details,
    }),

    own: ownGpgKeys,
    ofUser: gpgKeysOfUser,
    parse: (entry) => parseGpgKey(entry, now()),
    identityOf: ({ details }) => details.fingerprint,
    toAccountKey: ({ entry }) => entry,
    async compare({ account, local, owner: addresses }) {
      const whole = await copies.findAll(local.filter(({ onAccount }) => onAccount))
      return {
        account: account.map(({ entry, key, localKeyIds }): AccountGpgKey => ({
          ...entry,
          details: key && { ...key.details, ...formatMatch(key.details, addresses) },
          localKeyIds,
        })),
        local: local.map(({ localKeyId, key, onAccount }): JoinedGpgKey => {
          const copy = whole.get(localKeyId)
          const changes = copy && onAccount?.key ? describeNewParts(copy, onAccount.key) : []
          return {
            ...this.toLocalKey(localKeyId, key),
            ...formatMatch(key.details, addresses),
            state: !onAccount ? 'new' : changes.length > 0 ? 'changed' : 'on-account',
            accountKeyId: onAccount?.entry.id,
            changes: changes.map(textOf),
          }
        }),
      }
    },

    async toSend(key) {
      const { packets } = await copies.find(key)
      return { key: await gpgKeyToSend(key.file, packets) }
    },
    async planRenewal(entry, { localKeyId }, examined) {
      return planGpgRenewal(entry, await copies.find(examined(localKeyId)), now())
    },

    inUse: {
      onAccount: (_, isOwn) => message('keys.gpgOnAccount', { isOwn }),
      hint: (isOwn) => message('keys.gpgOnAccountHint', { isOwn }),
      elsewhere: (_, isSender) => message('keys.gpgElsewhere', { isSender }),
      bySomeoneElse: message('keys.gpgOfSomeoneElse'),
    },
  }
}

function formatGpgFailure({ state, message: reason, hint }: GpgFailure): GpgScan['gpg'] {
  return { state, message: textOf(reason), hint: textOf(hint) }
}

function formatMatch(details: GpgKeyDetails, addresses: Addresses) {
  const { userIds, unverified } = matchAddresses(details, addresses)
  return { userIds, unverified: unverified && textOf(unverified) }
}
