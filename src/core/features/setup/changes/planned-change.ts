import type { Check, SetupChange } from '../../../../shared/operations/setup.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { NewSshKeyType } from '../../../../shared/rules/new-ssh-key.ts'
import type { SshKeyChoice } from '../../../../shared/operations/local-keys.ts'
import type { UsableKey } from '../survey/usable-keys.ts'
import type { RecordedChanges } from './recorded-changes.ts'

/** What a key is for on the account, and how long: by default everything, always. */
type AccountKeyOptions = Pick<SshKeyChoice, 'usage_type' | 'expires_at'>

/** Adds a public key to the account. Throws what the service refused. */
export type ImportKey = (
  gitlab: GitLabClient,
  publicKey: string,
  title: string,
  options?: AccountKeyOptions,
) => Promise<void>

/** What changes are made with. */
export interface ChangeOptions {
  changes: RecordedChanges
  importKey: ImportKey
  /** Ends the creation of a key. */
  signal?: AbortSignal | undefined
}

/** A change with the way to make it. */
export interface PlannedChange {
  change: SetupChange
  /** The change that has to be made before. */
  needs?: string | undefined
  make(options: ChangeOptions, passphrase: string): Promise<void> | void
}

/** The key that git is to use: one that is here, or the one that the plan creates. */
export interface ChosenKey {
  title: string
  /** Where its halves are, or will be; absent for one that only an agent has. */
  files?: { publicKey: string; privateKey: string } | undefined
  /** Absent before it is created. */
  existing?: UsableKey
  /** Of one that is created: Ed25519 unless told. */
  type?: NewSshKeyType
  /** How one that is created is added to the account. */
  options?: AccountKeyOptions
  /** Whether an agent is there to unlock it; absent for a key that needs none. */
  locked?: 'with-agent' | 'without-agent' | undefined
}

/** A change of which the plan has one. */
export function plannedChange(
  kind: SetupChange['kind'],
  checks: Check[],
  file: string,
  more: Partial<SetupChange> = {},
): SetupChange {
  return { id: kind, kind, checks, file, lines: [], values: {}, ...more }
}

/** The failure of a plan that is no longer the one that was shown. */
export function outdatedPlan(): FailureError {
  return new FailureError({ kind: 'conflict', message: message('setup.planOutdated') })
}
