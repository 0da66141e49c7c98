import type { Check, SetupChange } from '../../../shared/operations/setup.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { NewSshKeyType } from '../../../shared/rules/new-ssh-key.ts'
import type { SshKeyChoice } from '../../../shared/operations/local-keys.ts'
import type { UsableKey } from '../survey/usable-keys.ts'
import type { RecordedChanges } from './recorded-changes.ts'

/** The usage and expiry of a key on the account: all usages and no expiry by default. */
type AccountKeyOptions = Pick<SshKeyChoice, 'usage_type' | 'expires_at'>

/** Adds a public key to the account. Throws GitLab's rejection. */
export type ImportKey = (
  gitlab: GitLabClient,
  publicKey: string,
  title: string,
  options?: AccountKeyOptions,
) => Promise<void>

export interface ChangeOptions {
  changes: RecordedChanges
  importKey: ImportKey
  /** Cancels key creation. */
  signal?: AbortSignal | undefined
}

/** A change with the function that applies it. */
export interface PlannedChange {
  change: SetupChange
  /** The change this one depends on. */
  needs?: string | undefined
  make(options: ChangeOptions, passphrase: string): Promise<void> | void
  /**
   * The new content of the file, for a preview of its effect; undefined if the file is deleted. At the first call, it is
   * edited next to `at`, by default the file itself.
   */
  content?(at?: string): Promise<Buffer | undefined>
}

/** The key for git: an existing one or the one created by the plan. */
export interface ChosenKey {
  title: string
  /** The paths of both files; absent if only an agent has it. */
  files?: { publicKey: string; privateKey: string } | undefined
  /** Absent until it is created. */
  existing?: UsableKey
  /** The type of a new key: Ed25519 by default. */
  type?: NewSshKeyType
  /** The options for adding a new key to the account. */
  options?: AccountKeyOptions
  /** Whether it seems to be for something else and nobody chose it. */
  isGuess?: boolean
  /** Whether an agent is available to unlock it; absent if no unlocking is needed. */
  locked?: 'with-agent' | 'without-agent' | undefined
}

/** A change that can occur only once in a plan. */
export function plannedChange(
  kind: SetupChange['kind'],
  checks: Check[],
  file: string,
  more: Partial<SetupChange> = {},
): SetupChange {
  return { id: kind, kind, checks, file, lines: [], values: {}, ...more }
}

/** Makes a change that uses a key optional if the key may be the wrong one. */
export function withGuess(change: SetupChange, { isGuess }: ChosenKey): SetupChange {
  return isGuess ? { ...change, optional: 'other-purpose' } : change
}
