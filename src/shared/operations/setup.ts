import { z } from 'zod'
import {
  type Finding as FindingName,
  changeKinds,
  checks,
  findings,
} from '../rules/setup-checks.ts'
import { accountOperation, computerOperation } from './operation.ts'
import { Passphrase } from './private-keys.ts'
import { SshConnection } from './ssh-connection.ts'

export const Check = z.enum(checks)
export type Check = z.output<typeof Check>

const Finding = z.enum(Object.keys(findings) as [FindingName, ...FindingName[]])

export const CheckResult = z.lazy(() =>
  z.object({
    check: Check,
    finding: Finding,
    /** The values in its message, such as a file or an email. */
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    /** Only for the check `connection`. */
    connection: SshConnection.optional(),
  }),
)
export type CheckResult = z.output<typeof CheckResult>

/** A possible change to this computer or the account, shown before it is applied. */
export const SetupChange = z.lazy(() =>
  z.object({
    /** Identifies it in `apply`. */
    id: z.string(),
    kind: z.enum(changeKinds),
    /** The checks that this change fixes. */
    checks: z.array(Check),
    /** The path to change or read. */
    file: z.string(),
    /** The lines before and after the change. */
    lines: z.array(z.object({ before: z.string().optional(), after: z.string().optional() })),
    /** The values in its message other than the file. */
    values: z.record(z.string(), z.string()),
    /** Why it is applied only if the user selects it. */
    optional: z.enum(['replaces', 'other-accounts', 'other-purpose', 'locked-key']).optional(),
    /** The change that must be applied first. */
    needs: z.string().optional(),
    /** Whether a passphrase is optional (for a new key) or required (for a key that has one). */
    passphrase: z.enum(['may', 'must']).optional(),
  }),
)
export type SetupChange = z.output<typeof SetupChange>

/** What a key seems to be for, other than this account. */
export const GuessedPurpose = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('host'), name: z.string() }),
    z.object({ kind: z.literal('machine'), word: z.string() }),
    /** It is on another signed-in account, and not on this one. */
    z.object({ kind: z.literal('account'), username: z.string(), instance: z.string() }),
    /** It has the name of another signed-in account. */
    z.object({ kind: z.literal('user'), username: z.string() }),
  ]),
)

/** A key that git could use, and what determines whether it can sign. */
export const SetupKey = z.lazy(() =>
  z.object({
    fingerprint: z.string(),
    /** The path of its public key, or its title if only an agent has it. */
    name: z.string(),
    hasPassphrase: z.boolean(),
    isInAgent: z.boolean(),
    purpose: GuessedPurpose.optional(),
    /** Its title on the account; absent if it isn't there. */
    onAccount: z.string().optional(),
    /** When it expires on the account, as an ISO date. */
    expiresAt: z.string().optional(),
  }),
)
export type SetupKey = z.output<typeof SetupKey>

export const ChangeResult = z.lazy(() =>
  z.object({
    id: z.string(),
    outcome: z.enum(['done', 'failed', 'not-tried']),
    /** Why it failed. */
    message: z.string().optional(),
  }),
)
export type ChangeResult = z.output<typeof ChangeResult>

/** A set of changes that were applied together and can be undone together. */
export const AppliedChanges = z.lazy(() =>
  z.object({
    id: z.string(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** The paths of files, and the titles of keys on an account. */
    things: z.array(z.string()),
    /** Whether none of it can be taken back. */
    isPermanent: z.boolean().optional(),
  }),
)
export type AppliedChanges = z.output<typeof AppliedChanges>

/** How one change is or was undone. */
export const UndoneChange = z.lazy(() =>
  z.object({
    /** Its index in the set. */
    step: z.number(),
    kind: z.enum([
      'new-file',
      'file',
      /** Only what Latchkey wrote into the file, because it was changed since. */
      'file-part',
      'mode',
      'key',
      'agent-key',
      'account-key',
      'passphrase',
      'credential',
    ]),
    /** A path, or a key's title with its account's `username`. */
    what: z.string(),
    username: z.string().optional(),
    /** The URL of that account's instance. */
    instance: z.string().optional(),
    /** Where a created key is moved. */
    movesTo: z.string().optional(),
    outcome: z.enum(['undone', 'gone', 'stays']),
    /** Why it isn't undone. */
    reason: z.string().optional(),
  }),
)
export type UndoneChange = z.output<typeof UndoneChange>

/** Calls with the same number share their reads. */
const run = z.number().int()

/** An account's last run of checks since Latchkey started. */
export const LastChecks = z.lazy(() =>
  z.object({
    /** Absent if there was no run. */
    run: z.number().optional(),
    /** Milliseconds since 1970. */
    at: z.number().optional(),
    results: z.array(CheckResult),
  }),
)
export type LastChecks = z.output<typeof LastChecks>

const UndoInput = z.strictObject({ id: z.string() })

/** Guides a user from a new computer to the first signed `git push` by finding and fixing what is missing. */
export const setup = {
  last: accountOperation(() => ({ input: z.strictObject({}), output: LastChecks })),
  /** Runs one check on this computer, without changing anything. */
  check: accountOperation(() => ({
    /** Without `run`, results aren't kept. */
    input: z.strictObject({ check: Check, run: run.optional() }),
    output: CheckResult,
  })),
  /** Lists the keys to choose from, most useful first. */
  keys: accountOperation(() => ({ input: z.strictObject({ run }), output: z.array(SetupKey) })),
  /** Lists the confirmed emails to choose from, commit email first. Empty if the account can’t be read. */
  emails: accountOperation(() => ({ input: z.strictObject({ run }), output: z.array(z.string()) })),
  /** Plans the possible changes after a run of checks, with a specific key and confirmed email or the default ones. */
  plan: accountOperation(() => ({
    input: z.strictObject({
      run,
      key: z.string().max(100).optional(),
      email: z.string().max(254).optional(),
    }),
    output: z.array(SetupChange),
  })),
  /** Applies changes from a run's plan one after another, backing up files. */
  apply: accountOperation(() => ({
    input: z.strictObject({
      run,
      changes: z.array(z.string()).min(1).max(100),
      passphrase: Passphrase.optional(),
    }),
    output: z.array(ChangeResult),
  })),
  /** Lists all changes outside of the data folder, newest first. */
  history: computerOperation(() => ({
    input: z.strictObject({}),
    output: z.array(AppliedChanges),
  })),
  /** Previews which changes an undo would revert and which it wouldn't. */
  planUndo: computerOperation(() => ({ input: UndoInput, output: z.array(UndoneChange) })),
  /** Reverts changes, unless they have been modified or are used elsewhere. A created key is moved, never deleted. */
  undo: computerOperation(() => ({
    /** The steps that the preview showed. */
    input: UndoInput.extend({ steps: z.array(z.number()).max(1000) }),
    output: z.array(UndoneChange),
  })),
}
