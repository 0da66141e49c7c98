import type { Buffer } from 'node:buffer'
import type { KeyInUse } from '../../../shared/app/keys.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Audit } from '../../audit-log/audit.ts'
import type { ExaminedKey } from './examined-keys.ts'
import type { FileRow, LocalRow } from './file-rows.ts'
import type { KeyOwner, OwnKeys } from './key-owner.ts'

/**
 * One kind of keys: SSH (`ssh/ssh-key-kind.ts`) or GPG (`gpg/gpg-key-kind.ts`). All that the two have in common is `LocalKeys`.
 *
 * Promise of each kind: a file with secret material gives no key at all, and what is sent of a key is put together anew from its
 * parts and checked once more, never a file's text.
 */
export interface KeyKind<T extends KeyTypes> {
  /** Bytes; a larger file is refused without a look into it. */
  readonly fileLimit: number
  /** Most keys of files that are remembered. */
  readonly memoryLimit: number

  /** Looks for keys on this computer. `remember` forgets what an earlier scan found and this one did not. */
  scan(remember: (rows: FileRow<T['examined']>[]) => LocalRow<T['local']>[]): Promise<T['scan']>
  /** Examines a file that was chosen, dropped or pasted. Never throws. */
  examine(file: string, content: Buffer | string): Promise<FileRow<T['examined']>[]>
  toLocalKey(localKeyId: string, key: T['examined']): T['local']

  /** The keys of the account itself. */
  own(service: AccountService): OwnKeys<T>
  /** The keys of another user; each one that is added is in the audit log. */
  ofUser(service: AccountService, id: number, audit: Audit): KeyOwner<T>
  /** Reads what the service has of a key; undefined where that is no key. */
  parse(entry: T['entry']): Promise<T['publicKey'] | undefined>
  /** Two keys with the same identity are the same key. */
  identityOf(key: T['publicKey']): string
  toAccountKey(key: AccountKey<T>, localKeyIds: string[]): T['accountKey']
  compare(keys: {
    account: (AccountKey<T> & { localKeyIds: string[] })[]
    local: { localKeyId: string; key: T['examined']; onAccount?: AccountKey<T> | undefined }[]
    owner: T['ownerDetails']
  }): Promise<T['lists']>

  /** What is sent to add a key, after the second check. Throws where that finds something. */
  toSend(key: T['examined'], choice: T['choice']): Promise<T['newKey']>
  /** Says how a key of the account is changed, or undefined where it already is that way. Throws for what would be refused. */
  planRenewal(
    entry: T['entry'],
    changes: T['changes'],
    examined: (localKeyId: string) => T['examined'],
  ): Promise<RenewalPlan<T> | undefined>

  /** What people read about a key that is in use. */
  readonly inUse: {
    /** Ends a sentence about a key of an account: its title, where it has one. */
    titled(entry: T['entry']): string
    /** What to do about a key that its owner has already. */
    hint(isOneself: boolean): string
    /** Says that nobody who is signed in here has it. */
    bySomebodyElse: string
  }
}

/** The types of one kind of keys. */
export interface KeyTypes {
  /** A key as the service lists it. */
  entry: { id: number }
  /** What the service is sent to add one. */
  newKey: unknown
  /** A public key, taken apart. */
  publicKey: unknown
  /** A public key of this computer. */
  examined: ExaminedKey
  /** What is known of the owner, besides the keys, that these are compared with. */
  ownerDetails: unknown
  /** The rest is what operations answer and are given. */
  local: { kind: 'key'; localKeyId: string }
  accountKey: unknown
  scan: unknown
  lists: unknown
  choice: { localKeyId: string }
  changes: unknown
  oldKey: object
}

/** A key of an account, with the public key in it, where that could be read. */
export interface AccountKey<T extends KeyTypes> {
  entry: T['entry']
  key?: T['publicKey'] | undefined
  identity?: string | undefined
}

/** How a key of an account is changed, which the service can do by deleting and adding only. */
export interface RenewalPlan<T extends KeyTypes> {
  /** How people know the key. */
  name: string
  /** What brings the old key back. */
  before: T['newKey']
  after: T['newKey']
  /** The old key, in case that it is lost: as one that can be imported, and for screens. */
  examined: T['examined']
  oldKey: T['oldKey']
}

/** Where a key is in use, for an import's result. */
export type InUse = Omit<KeyInUse, 'outcome' | 'localKeyId'>

/** Reads all keys of somebody. */
export async function accountKeys<T extends KeyTypes>(
  kind: KeyKind<T>,
  owner: KeyOwner<T>,
): Promise<AccountKey<T>[]> {
  const entries = await owner.list()
  return Promise.all(entries.map((entry) => accountKey(kind, entry)))
}

/** Reads a key that the service answered with. */
export async function accountKey<T extends KeyTypes>(
  kind: KeyKind<T>,
  entry: T['entry'],
): Promise<AccountKey<T>> {
  const key = await kind.parse(entry)
  return { entry, key, identity: key && kind.identityOf(key) }
}
