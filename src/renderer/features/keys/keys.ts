import type { AppApi } from '../../../shared/operations/index.ts'
import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'
import type { ServiceApi } from '../../../shared/gitlab/index.ts'
import type { AccountGpgKey } from '../../../shared/operations/gpg-keys.ts'
import type { SshKeySettings } from './ssh/key-draft.ts'

export type KeyKind = 'SSH' | 'GPG'

export type Api = AppApi & ServiceApi

/** The keys of an account and of this computer, as core lists them. */
export interface KeyLists {
  account: { id: number; key: string; localKeyIds: string[]; details?: object | undefined }[]
  local: { localKeyId: string; fingerprint: string; file: string; isAdded?: boolean | undefined }[]
}

/** A key in a file, or a file (or part of it) without an importable key. */
export type FileRow =
  RefusedFile | SkippedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** The result of scanning this computer, or why it failed. */
export interface Scan<Row = FileRow> {
  rows: readonly Row[]
  unavailable?: { message: string; hint?: string }
}

/** A key on the account right after its import. */
export interface ImportedKey {
  id: number
  key: string
  title?: string
  usage_type?: string | null
  expires_at?: string | null
}

/** A parsed GPG key, on the account or local. */
export type GpgKeyFacts = NonNullable<AccountGpgKey['details']>

/** One line in the details of a key. */
export interface KeyFact {
  label: string
  value: string
}

/** A key as shown in its row. */
export interface KeySummary {
  name: string
  /** Its algorithm and size, or a GPG key’s capabilities. */
  type: string
  fingerprint?: string
  facts: readonly KeyFact[]
  /** Local files that contain it, or another source. */
  files: readonly string[]
  /** IDs of the other signed-in accounts that have it. */
  otherAccounts?: readonly string[] | undefined
  /** Warnings. */
  notes: readonly string[]
  created?: string | null
  /** Null if it was never used, absent if that is unknown. */
  lastUsed?: string | null | undefined
  expires?: string | null
  isRevoked?: boolean
  isWeak?: boolean
  /** The details of a GPG key. */
  parts?: GpgKeyFacts
  /** Why signatures made with a GPG key are unverified. */
  emailProblem?: EmailProblem | undefined
}

export interface EmailProblem {
  label: string
  text: string
  /** The key's email that the account lacks; empty if the key has none. */
  missing?: string
}

/** A key on the account. */
export interface AccountKey extends KeySummary {
  id: number
  /** The public key. */
  text: string
  isReadable: boolean
  /** Whether this computer has it; a file or text added by hand doesn’t prove that. */
  isHere: boolean
  /** The editable fields of an SSH key. */
  settings?: SshKeySettings
  /** The local copy, if it is a newer GPG key. */
  newer?: { localKeyId: string; changes: readonly string[] }
}

/** A local key. */
export interface LocalKey extends KeySummary {
  /** The ID to import it by. */
  localKeyId: string
  /** IDs of its copies, if all were added by hand and none was found on this computer. */
  addedIds: readonly string[]
  group: 'new' | 'other-people' | 'on-account' | 'ignored'
  /** Why "Add all" skips it. */
  skipReason?: string
  /** Why it may not be meant for the account; it then has to be selected explicitly. */
  doubt?: string | undefined
  /** Whether its comment is omitted. */
  isWithoutComment?: boolean
  /** The public key, if it can be copied. */
  text?: string
  comment?: string
  /** Why GitLab rejected it. */
  refusal?: string
}
