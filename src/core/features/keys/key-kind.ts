import type { Buffer } from 'node:buffer'
import type { KeyInUse } from '../../../shared/app/keys.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Audit } from '../../audit-log/audit.ts'
import type { ExaminedKey } from './examined-keys.ts'
import type { FileRow, LocalRow } from './file-rows.ts'
import type { RemoteKeys, OwnKeys } from './remote-keys.ts'

/**
 * One kind of keys: SSH (`ssh/ssh-key-kind.ts`) or GPG (`gpg/gpg-key-kind.ts`). `LocalKeys` does what the two have in common.
 *
 * Promise of each kind: a file with secret material gives no key at all, and a key is sent as rebuilt from its parts and checked
 * again, never as a file's text. Where only words of comments look secret, no comment of the file is sent
 * (`docs/decisions/keys-stay-home.md`).
 */
export interface KeyKind<T extends KeyTypes> {
  /** Bytes; a larger file is refused unread. */
  readonly fileLimit: number
  /** How many keys of files are remembered. */
  readonly memoryLimit: number

  /** Looks for keys on this computer. `remember` forgets what an earlier scan found and this one did not. */
  scan(remember: (rows: FileRow<T['examined']>[]) => LocalRow<T['local']>[]): Promise<T['scan']>
  /** Examines a file that was chosen, dropped or pasted. Never throws. */
  examine(file: string, content: Buffer | string): Promise<FileRow<T['examined']>[]>
  toLocalKey(localKeyId: string, key: T['examined']): T['local']

  /** The keys of the account itself. */
  own(service: AccountService): OwnKeys<T>
  /** The keys of another user; each one that is added is in the audit log. */
  ofUser(service: AccountService, id: number, audit: Audit): RemoteKeys<T>
  /** Parses a key of the service; undefined where that fails. */
  parse(entry: T['entry']): Promise<T['publicKey'] | undefined>
  /** Two keys with the same identity are the same key. */
  identityOf(key: T['publicKey']): string
  toAccountKey(key: ParsedAccountKey<T>, localKeyIds: string[]): T['accountKey']
  compare(keys: {
    account: (ParsedAccountKey<T> & { localKeyIds: string[] })[]
    local: { localKeyId: string; key: T['examined']; onAccount?: ParsedAccountKey<T> | undefined }[]
    owner: T['ownerDetails']
  }): Promise<T['lists']>

  /** The request that adds a key, after the second check. Throws where that finds something. */
  toSend(key: T['examined'], choice: T['choice']): Promise<T['newKey']>
  /** How a key of the account is changed; undefined where nothing changes. Throws for what would be refused. */
  planRenewal(
    entry: T['entry'],
    changes: T['changes'],
    examined: (localKeyId: string) => T['examined'],
  ): Promise<RenewalPlan<T> | undefined>

  /** Messages about a key that is in use. */
  readonly inUse: {
    /** The key is on the account that it was to be added to. */
    onAccount(entry: T['entry'], isOwn: boolean): Message
    hint(isOwn: boolean): Message
    /** Another account that is signed in here has the key; `isSender` where it is the one that sends the requests. */
    elsewhere(entry: T['entry'], isSender: boolean): Message
    /** No account that is signed in here has it. */
    bySomeoneElse: Message
  }
}

/** The types of one kind of keys. */
export interface KeyTypes {
  /** A key as the service lists it. */
  entry: { id: number }
  /** What the service is sent to add one. */
  newKey: unknown
  /** A parsed public key. */
  publicKey: unknown
  /** A public key of this computer. */
  examined: ExaminedKey
  /** What else is known about the owner to compare the keys with. */
  ownerDetails: unknown
  /** The rest are inputs and answers of operations. */
  local: { kind: 'key'; localKeyId: string }
  accountKey: unknown
  scan: unknown
  lists: unknown
  choice: { localKeyId: string }
  changes: unknown
  /** A key that a renewal may have lost, as screens get it. */
  backup: object
}

/** A key of an account, with the public key in it, where that could be read. */
export interface ParsedAccountKey<T extends KeyTypes> {
  entry: T['entry']
  key?: T['publicKey'] | undefined
  identity?: string | undefined
}

/** How a key of an account is changed. The service has no update, so the key is deleted and added. */
export interface RenewalPlan<T extends KeyTypes> {
  /** Restores the old key. */
  before: T['newKey']
  after: T['newKey']
  /** The old key, in case it gets lost: as one that can be imported, and for screens. */
  examined: T['examined']
  backup: T['backup']
}

/** Where a key is in use. */
export interface InUse extends Omit<KeyInUse, 'outcome' | 'localKeyId' | 'message' | 'hint'> {
  message: Message
  hint: Message
}

/** Reads all keys of an account. */
export async function accountKeys<T extends KeyTypes>(
  kind: KeyKind<T>,
  remote: RemoteKeys<T>,
): Promise<ParsedAccountKey<T>[]> {
  const entries = await remote.list()
  return Promise.all(entries.map((entry) => parseAccountKey(kind, entry)))
}

/** Parses a key of the service. */
export async function parseAccountKey<T extends KeyTypes>(
  kind: KeyKind<T>,
  entry: T['entry'],
): Promise<ParsedAccountKey<T>> {
  const key = await kind.parse(entry)
  return { entry, key, identity: key && kind.identityOf(key) }
}
