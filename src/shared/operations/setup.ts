import { z } from 'zod'
import {
  type Finding as FindingName,
  changeKinds,
  checks,
  findings,
} from '../rules/setup-checks.ts'
import { accountOperation, computerOperation } from './operation.ts'
import { SshConnection } from './ssh-connection.ts'

export const Check = z.enum(checks)
export type Check = z.output<typeof Check>

const Finding = z.enum(Object.keys(findings) as [FindingName, ...FindingName[]])

export const CheckResult = z.object({
  check: Check,
  finding: Finding,
  /** Values for its message, such as a file or an email. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Only for the check `connection`. */
  connection: SshConnection.optional(),
})
export type CheckResult = z.output<typeof CheckResult>

/** A possible change on this computer or on the account, shown before it is applied. */
export const SetupChange = z.object({
  /** Identifies it in `apply`. */
  id: z.string(),
  kind: z.enum(changeKinds),
  /** The checks fixed by this change. */
  checks: z.array(Check),
  /** The path to change or read. */
  file: z.string(),
  /** The lines before and after the change. */
  lines: z.array(z.object({ before: z.string().optional(), after: z.string().optional() })),
  /** Values for its message in addition to the file. */
  values: z.record(z.string(), z.string()),
  /** Why it is only applied if selected by the user. */
  optional: z.enum(['replaces', 'other-accounts', 'other-purpose', 'locked-key']).optional(),
  /** The change that must be applied first. */
  needs: z.string().optional(),
  /** Whether a passphrase is optional, for a new key, or required, for a key that has one. */
  passphrase: z.enum(['may', 'must']).optional(),
})
export type SetupChange = z.output<typeof SetupChange>

/** What a key seems to be for, if not for a user on GitLab. */
export const GuessedPurpose = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), name: z.string() }),
  z.object({ kind: z.literal('machine'), word: z.string() }),
])

/** A key that git could use, with the facts that determine whether it can sign. */
export const SetupKey = z.object({
  fingerprint: z.string(),
  /** The path of its public key, or the title of a key that only an agent has. */
  name: z.string(),
  hasPassphrase: z.boolean(),
  isInAgent: z.boolean(),
  purpose: GuessedPurpose.optional(),
  /** Its title on the account; absent if it isn't there. */
  onAccount: z.string().optional(),
  /** When it expires on the account, in ISO format. */
  expiresAt: z.string().optional(),
})
export type SetupKey = z.output<typeof SetupKey>

export const ChangeResult = z.object({
  id: z.string(),
  outcome: z.enum(['done', 'failed', 'not-tried']),
  /** Why it failed. */
  message: z.string().optional(),
})
export type ChangeResult = z.output<typeof ChangeResult>

/** Changes that were applied together and can be undone together. */
export const AppliedChanges = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The paths of files, and the titles of keys on an account. */
  things: z.array(z.string()),
})
export type AppliedChanges = z.output<typeof AppliedChanges>

/** The planned or actual undo of one change. */
export const UndoneChange = z.object({
  /** Its index in the set. */
  step: z.number(),
  kind: z.enum(['new-file', 'file', 'mode', 'key', 'agent-key', 'account-key']),
  /** A path, or the title of a key with the `username` of its account. */
  what: z.string(),
  username: z.string().optional(),
  /** The new location of a created key. */
  movesTo: z.string().optional(),
  outcome: z.enum(['undone', 'gone', 'stays']),
  /** Why it stays. */
  reason: z.string().optional(),
})
export type UndoneChange = z.output<typeof UndoneChange>

/** Calls with the same number share their reads. */
const run = z.number().int()

/** The last run of an account's checks since Latchkey started. */
export const LastChecks = z.object({
  /** Absent without a previous run. */
  run: z.number().optional(),
  /** Milliseconds since 1970. */
  at: z.number().optional(),
  results: z.array(CheckResult),
})
export type LastChecks = z.output<typeof LastChecks>

const UndoInput = z.strictObject({ id: z.string() })

/** The setup from a new computer to the first signed `git push`: finds and adds missing parts. */
export const setup = {
  last: accountOperation({ input: z.strictObject({}), output: LastChecks }),
  /** Checks one part of this computer, without changing anything. */
  check: accountOperation({
    /** Without `run`, results aren't kept. */
    input: z.strictObject({ check: Check, run: run.optional() }),
    output: CheckResult,
  }),
  /** The keys to choose from, most useful first. */
  keys: accountOperation({ input: z.strictObject({ run }), output: z.array(SetupKey) }),
  /** The confirmed emails to choose from, the commit email first; none if the account can’t be read. */
  emails: accountOperation({ input: z.strictObject({ run }), output: z.array(z.string()) }),
  /** The possible changes after the checks of a run, with a specific key and confirmed email, or the default ones. */
  plan: accountOperation({
    input: z.strictObject({
      run,
      key: z.string().max(100).optional(),
      email: z.string().max(254).optional(),
    }),
    output: z.array(SetupChange),
  }),
  /** Applies changes from the plan of a run, one after another; files are backed up. */
  apply: accountOperation({
    input: z.strictObject({
      run,
      changes: z.array(z.string()).min(1).max(100),
      passphrase: z.string().max(1024).optional(),
    }),
    output: z.array(ChangeResult),
  }),
  /** The changes that can be undone, newest first. */
  history: computerOperation({ input: z.strictObject({}), output: z.array(AppliedChanges) }),
  /** Previews which changes an undo would revert, and which would remain. */
  planUndo: computerOperation({ input: UndoInput, output: z.array(UndoneChange) }),
  /** Reverts changes that are unmodified and otherwise unused. A created key is moved, never deleted. */
  undo: computerOperation({
    /** The steps shown in the preview. */
    input: UndoInput.extend({ steps: z.array(z.number()).max(1000) }),
    output: z.array(UndoneChange),
  }),
}
