import type { Component } from 'vue'
import type { OpenedFile } from '../../../shared/app/desktop.ts'
import type { AppApi } from '../../../shared/app/index.ts'
import type {
  KeyImportResult,
  KeyRenewal,
  RefusedRow,
  SkippedRow,
} from '../../../shared/app/keys.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import type { Encode, GivenFile } from './given-files.ts'
import type { GpgKeyFacts } from './gpg/gpg-messages.ts'
import type { FoundKey } from './same-keys.ts'
import type { SshKeyDraft, SshKeySettings } from './ssh/key-draft.ts'

/**
 * One kind of keys: SSH (`ssh/ssh-key-kind.ts`) or GPG (`gpg/gpg-key-kind.ts`). `useKeys`, `KeysScreen` and `user/UserKeys` do
 * what the two have in common.
 */
export interface KeyKind<T extends KeyTypes = KeyTypes> {
  readonly name: 'SSH' | 'GPG'
  /** Which of the files that were opened from outside are for it. */
  readonly opened: OpenedFile['kind']
  /** An example of a pasted key. */
  readonly placeholder: string
  readonly texts: KeyTexts
  readonly icons: { onAccount: Component; here: Component }
  readonly files: {
    encode: Encode
    /** The largest file that can hold a key. */
    bytes: number
    /** How many files are sent at once. */
    atOnce: number
  }
  /** Whether title, usage and expiry are chosen before a key is imported; a GPG key contains everything. */
  readonly hasOptions: boolean

  /** Scans this computer. */
  scan(api: Api): Promise<Scan>
  /** Reads files that were chosen, dropped or pasted. */
  read(api: Api, files: GivenFile[]): Promise<readonly FileRow[]>
  own(api: Api): OwnKeyCalls<T>
  /** The same for another user, by an administrator. */
  ofUser(api: Api, id: number): KeyCalls<T>

  showAccountKey(key: T['account'], local: readonly T['local'][]): ShownAccountKey
  showLocalKey(found: FoundKey<T['local']>): ShownLocalKey
  /** Of several copies of one key on this computer, the one with the highest rank is shown. */
  rankOf(key: T['local']): number
  choiceOf(key: { localKeyId: string }, draft: SshKeyDraft): T['choice']
  /** Imports a key again that a renewal lost. */
  choiceOfBackup(backup: T['backup']): T['choice']
  /** The consequences of deleting a key. */
  deletion(name: string): string
}

/** The types of one kind of keys. */
export interface KeyTypes {
  account: { id: number; key: string; localKeyIds: string[]; details?: object | undefined }
  local: { localKeyId: string; file: string; fingerprint: string }
  choice: { localKeyId: string }
  /** What a renewal changes. */
  changes: object
  /** What it takes to add a key again that a renewal lost. */
  backup: { localKeyId: string; publicKey: string }
}

export interface KeyTexts {
  lead: MessageId
  /** For an account without keys. */
  none: MessageId
  leadHere: MessageId
  noneHere: MessageId
  /** The command that creates a key. */
  command: string
  allKnown: MessageId
  /** Which keys "Import all" skips, if any. */
  skipped?: MessageId
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
  /** One key as the service has it now. */
  get(id: number): Promise<Partial<T['account']>>
  remove(id: number): Promise<unknown>
}
export interface OwnKeyCalls<T extends KeyTypes = KeyTypes> extends KeyCalls<T> {
  renew(id: number, changes: T['changes']): Promise<KeyRenewal<unknown, T['backup']>>
}

/** A file, or a part of it, without a key to import. */
export type UnusedFile = RefusedRow | SkippedRow
export type FileRow = UnusedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** The result of a scan of this computer, or why it failed. */
export interface Scan {
  rows: readonly FileRow[]
  unavailable?: { message: string; hint?: string }
}

/** A key as its row shows it. */
export interface ShownKey {
  name: string
  fingerprint?: string
  facts: readonly string[]
  /** Warnings. */
  notes: readonly string[]
  expires?: string | null
  isRevoked?: boolean
  isWeak?: boolean
  /** The details of a GPG key. */
  parts?: GpgKeyFacts
}

export interface ShownAccountKey extends ShownKey {
  /** The text to type to delete it. */
  typed: string
  /** Files of this computer that hold it. */
  files?: readonly string[]
  /** The fields that can be changed. */
  settings?: SshKeySettings
  /** The copy of this computer, where that is newer. */
  newer?: { localKeyId: string; changes: readonly string[] }
}

export interface ShownLocalKey extends ShownKey {
  /** `others`: most likely of other people. */
  group: 'new' | 'others' | 'known'
  /** Why "Import all" skips it. */
  skipReason?: string
  /** The public key, where it can be copied. */
  text?: string
  comment?: string
  /** Distinguishes it from others of the same name. */
  hint: string
}
