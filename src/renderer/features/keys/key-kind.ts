import type { Component } from 'vue'
import type { OpenedFile } from '../../../shared/app/desktop.ts'
import type { AppApi } from '../../../shared/app/index.ts'
import type {
  KeyImportResult,
  KeyRenewal,
  RefusedFile,
  SkippedFile,
} from '../../../shared/app/keys.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import type { EncodeFile, KeyFile } from './key-files.ts'
import type { GpgKeyFacts } from './gpg/gpg-messages.ts'
import type { MergedKey } from './merge-copies.ts'
import type { SshKeyDraft, SshKeySettings } from './ssh/key-draft.ts'

/**
 * One kind of keys: SSH (`ssh/ssh-key-kind.ts`) or GPG (`gpg/gpg-key-kind.ts`). `useKeys` and `KeysPanel` do what the two have in common.
 */
export interface KeyKind<T extends KeyTypes = KeyTypes> {
  readonly name: 'SSH' | 'GPG'
  /** The files from outside that its screen opens. */
  readonly openedFileKind: OpenedFile['kind']
  /** An example of a pasted key. */
  readonly placeholder: string
  readonly texts: KeyTexts
  readonly icon: Component
  readonly files: {
    encode: EncodeFile
    /** The largest file that can hold a key. */
    maxBytes: number
    /** How many files are sent at once. */
    batchSize: number
  }
  /** Whether title, usage and expiry are chosen before a key is imported; a GPG key contains everything. */
  readonly hasOptions: boolean

  /** Scans this computer. */
  scan(api: Api): Promise<Scan>
  /** Reads files that were chosen, dropped or pasted. */
  read(api: Api, files: KeyFile[]): Promise<readonly FileRow[]>
  /** Forgets a key that was chosen, dropped or pasted. */
  forget(api: Api, localKeyId: string): Promise<unknown>
  own(api: Api): OwnKeyCalls<T>
  /** The same for another user, by an administrator. */
  ofUser(api: Api, id: number): KeyCalls<T>

  /** A key that a scan found, as it is listed while the keys of the account are unknown. */
  unmatched(row: FileRow): T['local'][]
  summarizeAccountKey(
    key: T['account'],
    local: readonly T['local'][],
    now: number,
  ): AccountKeySummary
  summarizeLocalKey(found: MergedKey<T['local']>): LocalKeySummary
  /** Of several copies of one key on this computer, the one with the highest rank is shown. */
  rank(key: T['local']): number
  toChoice(key: { localKeyId: string }, draft: SshKeyDraft): T['choice']
  /** Imports a key again that a renewal lost. */
  backupToChoice(backup: T['backup']): T['choice']
}

/** The types of one kind of keys. */
export interface KeyTypes {
  account: { id: number; key: string; localKeyIds: string[]; details?: object | undefined }
  local: { localKeyId: string; file: string; fingerprint: string; isAdded?: boolean | undefined }
  choice: { localKeyId: string }
  /** What a renewal changes. */
  changes: object
  /** What it takes to add a key again that a renewal lost. */
  backup: { localKeyId: string; publicKey: string }
}

export interface KeyTexts {
  /** The consequences of deleting a key. */
  deletion: MessageId
  /** The command that creates a key. */
  command: string
}

type Api = AppApi & ServiceApi

export interface KeyLists<T extends KeyTypes = KeyTypes> {
  account: T['account'][]
  local: T['local'][]
}

/** A key of the account right after its import. */
export interface ImportedKey {
  id: number
  key: string
  title?: string
  usage_type?: string | null
  expires_at?: string | null
}

/** The calls about the keys of an account. */
export interface KeyCalls<T extends KeyTypes = KeyTypes> {
  list(): Promise<KeyLists<T>>
  import(keys: T['choice'][]): Promise<KeyImportResult<ImportedKey>[]>
  /** One key as the service has it now. */
  get(id: number): Promise<Partial<T['account']>>
  remove(id: number): Promise<unknown>
}
export interface OwnKeyCalls<T extends KeyTypes = KeyTypes> extends KeyCalls<T> {
  renew(id: number, changes: T['changes']): Promise<KeyRenewal<unknown, T['backup']>>
}

/** A file, or a part of it, without a key to import. */
export type UnusedFile = RefusedFile | SkippedFile
export type FileRow = UnusedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** The result of a scan of this computer, or why it failed. */
export interface Scan {
  rows: readonly FileRow[]
  unavailable?: { message: string; hint?: string }
}

/** A key as its row shows it. */
export interface KeySummary {
  name: string
  /** Its algorithm and size, or the uses of a GPG key. */
  type: string
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

export interface AccountKeySummary extends KeySummary {
  /** Files of this computer that hold it. */
  files?: readonly string[]
  /** The fields that can be changed. */
  settings?: SshKeySettings
  /** The copy of this computer, where that is newer. */
  newer?: { localKeyId: string; changes: readonly string[] }
}

export interface LocalKeySummary extends KeySummary {
  group: 'new' | 'other-people' | 'on-account'
  /** Why "Import all" skips it. */
  skipReason?: string
  /** Whether its comment is left out. */
  isWithoutComment?: boolean
  /** The public key, where it can be copied. */
  text?: string
  comment?: string
  /** Distinguishes it from others of the same name. */
  hint: string
}
