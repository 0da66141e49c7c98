import type { AppApi } from '../../../shared/operations/index.ts'
import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'
import type { ServiceApi } from '../../../shared/gitlab/index.ts'
import type { AccountGpgKey, ListedGpgKey } from '../../../shared/operations/gpg-keys.ts'
import type { ListedSshKey } from '../../../shared/operations/local-keys.ts'
import type { SshKeySettings } from './ssh/key-draft.ts'

export type KeyKind = 'SSH' | 'GPG'

export type Api = AppApi & ServiceApi

/** A key on this computer, as core lists it. */
export type ListedKey = ListedSshKey | ListedGpgKey

/** The account’s keys and this computer’s, as core lists them. */
export interface KeyLists<Key = Pick<ListedKey, 'localKeyId' | 'addedIds'>> {
  account: { id: number; key: string; details?: { fingerprint: string } | undefined }[]
  local: Key[]
}

/** A key in a file, or a file or part of one without an importable key. */
export type FileRow<Key = ScannedKey> = RefusedFile | SkippedFile | Key

/** The parts of a key that both kinds have. */
export type ScannedKey = Pick<ListedKey, 'kind' | 'localKeyId' | 'addedIds'> & {
  /** SSH keys only. */
  privateKeys?: readonly string[]
}

export const isKey = <Key extends ScannedKey>(row: FileRow<Key>): row is Key => row.kind === 'key'

/** The result of scanning this computer, or why it failed. */
export interface Scan<Key = ScannedKey> {
  rows: readonly FileRow<Key>[]
  unavailable?: { message: string; hint?: string }
}

/** A key that was just imported, as it is on the account. */
export interface ImportedKey {
  id: number
  key: string
  title?: string
  usage_type?: string | null
  expires_at?: string | null
}

/** A parsed GPG key, on the account or local. */
export type GpgKeyFacts = NonNullable<AccountGpgKey['details']>

/** One line in a key’s details. */
export interface KeyFact {
  label: string
  value: string
}

/** A key as shown in its row. */
export interface KeySummary {
  name: string
  /** The algorithm and size, or the capabilities of a GPG key. */
  type: string
  /** What it may be used for, if that’s known. */
  usedFor?: string | undefined
  fingerprint?: string
  facts: readonly KeyFact[]
  /** The local files that contain it, or another source. */
  files: readonly string[]
  /** The IDs of other signed-in accounts that have it. */
  otherAccounts?: readonly string[] | undefined
  /** The local ID of the copy with its private SSH key in a file. */
  privateKeyId?: string | undefined
  /** Warnings. */
  notes: readonly string[]
  created?: string | null
  /** Null if never used, absent if unknown. */
  lastUsed?: string | null | undefined
  expires?: string | null
  isRevoked?: boolean
  isWeak?: boolean
  /** A GPG key’s details. */
  parts?: GpgKeyFacts
  /** Why GitLab won’t verify signatures made with a GPG key. */
  emailProblem?: EmailProblem | undefined
}

export interface EmailProblem {
  label: string
  text: string
  /** The key’s email, if the account lacks it; empty if the key has no email. */
  missing?: string
}

/** A key on the account. */
export interface AccountKey extends KeySummary {
  id: number
  /** The public key. */
  text: string
  isReadable: boolean
  /** Whether it is on this computer. A file or text added by hand doesn’t prove that. */
  isHere: boolean
  /** An SSH key’s editable fields. */
  settings?: SshKeySettings
  /** A newer local copy of a GPG key. */
  newer?: { localKeyId: string; changes: readonly string[] }
}

/** A local key. */
export interface LocalKey extends KeySummary {
  /** The ID for importing it. */
  localKeyId: string
  /** The IDs of its copies, if all of them were added by hand rather than found on this computer. */
  addedIds: readonly string[]
  group: ListedKey['group']
  /** Why “Add all” skips it. */
  skipReason?: string
  /** Why it may not belong on the account. Such keys must be selected explicitly. */
  doubt?: string | undefined
  /** Whether it is added without its comment. */
  isWithoutComment?: boolean
  /** The public key’s text, if it can be copied. */
  text?: string
  comment?: string
  /** Why GitLab rejected it. */
  refusal?: string
}
