import type { Component } from 'vue'
import type { OpenedFile } from '../../../shared/app/desktop.ts'
import type { AppApi } from '../../../shared/app/index.ts'
import type { KeyImportResult, KeyRenewal, Refused, Skipped } from '../../../shared/app/keys.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import type { Encode, GivenFile } from './given-files.ts'
import type { GpgKeyFacts } from './gpg/gpg-messages.ts'
import type { FoundKey } from './same-keys.ts'
import type { SshKeyDraft, SshKeySettings } from './ssh/key-draft.ts'

/**
 * One kind of keys: SSH (`ssh/ssh-key-kind.ts`) or GPG (`gpg/gpg-key-kind.ts`). What the two have in common is done by `useKeys`
 * and shown by `KeysScreen` and `user/UserKeys`.
 */
export interface KeyKind<T extends KeyTypes = KeyTypes> {
  readonly name: 'SSH' | 'GPG'
  /** Which of the files that were opened outside are for it. */
  readonly opened: OpenedFile['kind']
  readonly texts: KeyTexts
  readonly icons: { onAccount: Component; here: Component }
  readonly files: {
    encode: Encode
    /** Of a file; one that is larger holds no key. */
    bytes: number
    /** How many are sent at once. */
    atOnce: number
  }
  /** Whether title, usage and expiry are chosen before a key is imported; a GPG key says all of itself. */
  readonly hasOptions: boolean

  /** Looks through this computer. */
  scan(api: Api): Promise<Scan>
  /** Reads what was chosen, dropped or pasted. */
  read(api: Api, files: GivenFile[]): Promise<readonly FileRow[]>
  own(api: Api): OwnKeyCalls<T>
  /** The same for another user, by an administrator. */
  ofUser(api: Api, id: number): KeyCalls<T>

  showAccountKey(key: T['account'], local: readonly T['local'][]): ShownAccountKey
  showLocalKey(found: FoundKey<T['local']>): ShownLocalKey
  /** Of several copies of one key on this computer, the one with the highest rank is shown. */
  rankOf(key: T['local']): number
  choiceOf(key: { localKeyId: string }, draft: SshKeyDraft): T['choice']
  /** Imports a key once more that a renewal lost. */
  choiceAgain(kept: T['kept']): T['choice']
  /** What deleting a key means. `owner` is "your" or "their". */
  deletion(name: string, owner: string): string
}

/** The types of one kind of keys. */
export interface KeyTypes {
  account: { id: number; key: string; localKeyIds: string[]; details?: object | undefined }
  local: { localKeyId: string; file: string; fingerprint: string }
  choice: { localKeyId: string }
  /** What a renewal changes. */
  changes: object
  /** What is left of a key that a renewal lost. */
  kept: { localKeyId: string; publicKey: string }
}

export interface KeyTexts {
  lead: string
  placeholder: string
  /** What an account without keys lacks. */
  none: string
  leadHere: string
  noneHere: string
  /** What makes a key. */
  command: string
  allKnown: string
  /** Which keys are not imported along with all others, where that needs saying. */
  leftOut?: string
}

type Api = AppApi & ServiceApi

export interface KeyLists<T extends KeyTypes = KeyTypes> {
  account: T['account'][]
  local: T['local'][]
}

/** The calls about the keys of an account. */
export interface KeyCalls<T extends KeyTypes = KeyTypes> {
  list(): Promise<KeyLists<T>>
  import(keys: T['choice'][]): Promise<KeyImportResult<unknown>[]>
  /** What the service has of one key now. */
  get(id: number): Promise<Partial<T['account']>>
  remove(id: number): Promise<unknown>
}
export interface OwnKeyCalls<T extends KeyTypes = KeyTypes> extends KeyCalls<T> {
  renew(id: number, changes: T['changes']): Promise<KeyRenewal<unknown, T['kept']>>
}

/** A file, or a key in it, of which nothing is imported. */
export type UnusedFile = Refused | Skipped
export type FileRow = UnusedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** What a look through this computer found, or why it could not be looked through. */
export interface Scan {
  rows: readonly FileRow[]
  unavailable?: { message: string; hint?: string }
}

/** A key as its row shows it. */
export interface ShownKey {
  name: string
  fingerprint?: string
  facts: readonly string[]
  /** What nobody should miss, in sentences. */
  notes: readonly string[]
  expires?: string | null
  isRevoked?: boolean
  isWeak?: boolean
  /** What a GPG key tells of itself. */
  parts?: GpgKeyFacts
}

export interface ShownAccountKey extends ShownKey {
  /** What is typed to delete it. */
  typed: string
  /** Files of this computer that hold it. */
  files?: readonly string[]
  /** What can be changed of it. */
  settings?: SshKeySettings
  /** The copy of this computer, where that is newer. */
  newer?: { localKeyId: string; news: readonly string[] }
}

export interface ShownLocalKey extends ShownKey {
  /** `others`: most likely of other people. */
  group: 'new' | 'others' | 'known'
  /** Why it is not imported along with all others. */
  leftOut?: string
  /** The public key, where it can be copied. */
  text?: string
  comment?: string
  /** What tells it from others of its name. */
  hint: string
}
