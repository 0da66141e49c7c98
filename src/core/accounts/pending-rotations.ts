import type { AccessToken } from '../../shared/operations/accounts.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import {
  type AccountRecord,
  isOwnItem,
  keychainItemName,
  pendingItemName,
} from './account-record.ts'
import type { AccountRecords } from './account-records.ts'

/** Where an account's token is stored, and where a rotated token is stored until it replaces that one. */
export interface TokenLocation {
  store: SecretStore
  name: string
  pending: string
}

/** Demo tokens stay in memory. All others go to the keychain, no matter where they were before. */
export function tokenLocation(
  record: AccountRecord,
  { keychain, session }: { keychain: SecretStore; session: SecretStore },
): TokenLocation {
  const store = record.demo ? session : keychain
  const name = record.demo ? record.id : keychainItemName(record)
  const { pending } = record.secret
  const isOwn = pending !== undefined && isOwnItem(pending, record)
  return { store, name, pending: isOwn ? pending : pendingItemName(name) }
}

/** Rotation states in the account list. Each method returns the updated record. */
export class PendingRotations {
  readonly #records: AccountRecords

  constructor(records: AccountRecords) {
    this.#records = records
  }

  /** If saving fails, throws before anything is sent. */
  begin(id: string, pending: string): AccountRecord {
    const record = this.#records.get(id)
    const begun: AccountRecord = {
      ...record,
      rotation: 'unconfirmed',
      secret: record.demo ? record.secret : { ...record.secret, pending },
    }
    this.#records.prepare(this.#records.withRecord(begun)).commit()
    return begun
  }

  /** Stores the new token's details, or the old one's if it is kept. */
  describe(id: string, accessToken: AccessToken | undefined): AccountRecord {
    return this.#save({ ...this.#records.get(id), accessToken })
  }

  /** Ends a rotation in which the stored token turned out to be valid. */
  end(id: string): AccountRecord {
    return this.#save({ ...this.#records.get(id), rotation: undefined })
  }

  /** Records that the new token has replaced the old one. */
  replaced(id: string, name: string): AccountRecord {
    const record = this.#records.get(id)
    const { pending } = record.secret
    return this.#save({
      ...record,
      fromGit: undefined,
      rotation: undefined,
      secret: record.demo ? record.secret : { store: 'keychain', name, pending },
    })
  }

  /** Records that no rotated token is stored next to the current one anymore. */
  cleared(id: string): AccountRecord {
    const record = this.#records.get(id)
    return this.#save({ ...record, secret: { ...record.secret, pending: undefined } })
  }

  lost(id: string): AccountRecord {
    return this.#save({ ...this.#records.get(id), rotation: 'lost' })
  }

  /** Records that GitLab rejected the rotation, which isn't offered again until the token is replaced. */
  refused(id: string): AccountRecord {
    const { accessToken, ...record } = this.#records.get(id)
    return this.#save({
      ...record,
      rotation: undefined,
      accessToken: accessToken && { ...accessToken, canRotate: false },
    })
  }

  /** Updates memory even if saving fails, because the rotation can't be undone and a restart sorts out the rest. */
  #save(record: AccountRecord): AccountRecord {
    this.#records.saveOrReport(record)
    return record
  }
}
