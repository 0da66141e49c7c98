import type { AccessToken } from '../../shared/operations/accounts.ts'
import type { SecretStore } from '../platform/keychain/secret-store.ts'
import { type AccountRecord, keychainItemName } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'

/** Where an account's token is, and where a rotated one waits beside it. */
export interface TokenLocation {
  store: SecretStore
  name: string
  pending: string
}

/** Tokens of the demo stay in memory; those of other accounts go to the keychain, wherever they were. */
export function tokenLocation(
  record: AccountRecord,
  { keychain, session }: { keychain: SecretStore; session: SecretStore },
): TokenLocation {
  const store = record.demo ? session : keychain
  const name = record.demo ? record.id : (record.secret.name ?? keychainItemName(record))
  return { store, name, pending: record.secret.pending ?? `${name} (new)` }
}

/** What the list of accounts says about a rotation. Each function returns the record as it is then. */
export class PendingRotations {
  readonly #records: AccountRecords

  constructor(records: AccountRecords) {
    this.#records = records
  }

  /** Throws if the disk fails, before anything is sent. */
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

  /** What is known about the token that GitLab gave, or about the old one that stays. */
  describe(id: string, accessToken: AccessToken | undefined): AccountRecord {
    return this.#save({ ...this.#records.get(id), accessToken })
  }

  /** The stored token is the one to use. */
  end(id: string): AccountRecord {
    return this.#save({ ...this.#records.get(id), rotation: undefined })
  }

  /** The new token has taken the place of the old one. */
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

  /** Nothing is left beside the token. */
  cleared(id: string): AccountRecord {
    const record = this.#records.get(id)
    return this.#save({ ...record, secret: { ...record.secret, pending: undefined } })
  }

  lost(id: string): AccountRecord {
    return this.#save({ ...this.#records.get(id), rotation: 'lost' })
  }

  /** What was refused once is not offered again until the token is replaced. */
  refused(id: string): AccountRecord {
    const { accessToken, ...record } = this.#records.get(id)
    return this.#save({
      ...record,
      rotation: undefined,
      accessToken: accessToken && { ...accessToken, canRotate: false },
    })
  }

  /** In memory even if the disk fails: what happened cannot be taken back, and a restart finds out the rest. */
  #save(record: AccountRecord): AccountRecord {
    this.#records.saveOrReport(record)
    return record
  }
}
