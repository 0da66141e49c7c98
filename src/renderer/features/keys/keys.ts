import type { AppApi } from '../../../shared/operations/index.ts'
import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'
import type { ServiceApi } from '../../../shared/gitlab/index.ts'
import type { AccountGpgKey } from '../../../shared/operations/gpg-keys.ts'
import type { SshKeySettings } from './ssh/key-draft.ts'

export type KeyKind = 'SSH' | 'GPG'

export type Api = AppApi & ServiceApi

/** The keys of an account and of this computer as Node lists them. */
export interface KeyLists {
  account: { id: number; key: string; localKeyIds: string[]; details?: object | undefined }[]
  local: { localKeyId: string; fingerprint: string; file: string; isAdded?: boolean | undefined }[]
}

/** A key of a file, or a file, or a part of it, without a key to import. */
export type FileRow =
  RefusedFile | SkippedFile | { kind: 'key'; localKeyId: string; privateKey?: string }

/** The result of a scan of this computer, or why it failed. */
export interface Scan<Row = FileRow> {
  rows: readonly Row[]
  unavailable?: { message: string; hint?: string }
}

/** A key of the account right after its import. */
export interface ImportedKey {
  id: number
  key: string
  title?: string
  usage_type?: string | null
  expires_at?: string | null
}

/** A parsed GPG key of the account or of this computer. */
export type GpgKeyFacts = NonNullable<AccountGpgKey['details']>

/** A line of the details of a key. */
export interface KeyFact {
  label: string
  value: string
}

/** A key as its row shows it. */
export interface KeySummary {
  name: string
  /** Its algorithm and size, or the uses of a GPG key. */
  type: string
  fingerprint?: string
  facts: readonly KeyFact[]
  /** Files of this computer that hold it, or what else it comes from. */
  files: readonly string[]
  /** IDs of the other accounts signed in here that have it. */
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
  /** Why the signatures of a GPG key stay unverified. */
  emailProblem?: EmailProblem | undefined
}

export interface EmailProblem {
  label: string
  text: string
  /** The key's email that the account lacks; empty if the key has none. */
  missing?: string
}

/** A key of the account. */
export interface AccountKey extends KeySummary {
  id: number
  /** The public key. */
  text: string
  isReadable: boolean
  /** Whether this computer has it; a file or text that was added by hand is no proof of that. */
  isHere: boolean
  /** The fields of an SSH key that can be changed. */
  settings?: SshKeySettings
  /** The copy of this computer, where that is a newer GPG key. */
  newer?: { localKeyId: string; changes: readonly string[] }
}

/** A key of this computer. */
export interface LocalKey extends KeySummary {
  /** The ID to import it by. */
  localKeyId: string
  /** IDs of its copies, where all were added by hand and none was found on this computer. */
  addedIds: readonly string[]
  group: 'new' | 'other-people' | 'on-account' | 'ignored'
  /** Why "Add all" skips it. */
  skipReason?: string
  /** Why it may not be meant for the account, so that it has to be chosen. */
  doubt?: string | undefined
  /** Whether its comment is left out. */
  isWithoutComment?: boolean
  /** The public key, where it can be copied. */
  text?: string
  comment?: string
  /** Why the service refused it. */
  refusal?: string
}
