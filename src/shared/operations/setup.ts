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
  /** What its message names, such as a file or an email. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of the check `connection`. */
  connection: SshConnection.optional(),
})
export type CheckResult = z.output<typeof CheckResult>

/** Something that can be changed on this computer or on the account, shown before it is done. */
export const SetupChange = z.object({
  /** Names it in `apply`. */
  id: z.string(),
  kind: z.enum(changeKinds),
  /** The checks that it is for. */
  checks: z.array(Check),
  /** The path of what is changed or read. */
  file: z.string(),
  /** What stands there before and after. */
  lines: z.array(z.object({ before: z.string().optional(), after: z.string().optional() })),
  /** What its message names beside the file. */
  values: z.record(z.string(), z.string()),
  /** Why it is made only if somebody chooses it. */
  optional: z.enum(['replaces', 'other-accounts']).optional(),
  /** The change that has to be made before. */
  needs: z.string().optional(),
  /** Whether a passphrase may be given with it, for a new key, or must be, for a key that has one. */
  passphrase: z.enum(['may', 'must']).optional(),
})
export type SetupChange = z.output<typeof SetupChange>

/** A key that git could use, with what decides whether it can sign. */
export const SetupKey = z.object({
  fingerprint: z.string(),
  /** The path of its public half, or the title of one that only an agent has. */
  name: z.string(),
  hasPassphrase: z.boolean(),
  isInAgent: z.boolean(),
  /** Its title on the account; absent where it isn't there. */
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

/** Changes that were made together and can be undone together. */
export const MadeChanges = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The paths of files, and the titles of keys on an account. */
  things: z.array(z.string()),
})
export type MadeChanges = z.output<typeof MadeChanges>

/** What an undo does about one of them, or did. */
export const UndoneChange = z.object({
  /** Its place in the set. */
  step: z.number(),
  kind: z.enum(['new-file', 'file', 'mode', 'key', 'agent-key', 'account-key']),
  /** A path, or the title of a key on the account of `username`, with the username. */
  what: z.string(),
  username: z.string().optional(),
  /** Where a key that was created is moved. */
  movesTo: z.string().optional(),
  outcome: z.enum(['undone', 'gone', 'stays']),
  /** Why it stays. */
  reason: z.string().optional(),
})
export type UndoneChange = z.output<typeof UndoneChange>

/** The same number in several calls lets them share what they read. */
const run = z.number().int()

/** The last run of the checks of an account since Latchkey started. */
export const LastChecks = z.object({
  /** Absent where there was none. */
  run: z.number().optional(),
  /** Milliseconds since 1970. */
  at: z.number().optional(),
  results: z.array(CheckResult),
})
export type LastChecks = z.output<typeof LastChecks>

const UndoInput = z.strictObject({ id: z.string() })

/** The way from a new computer to the first signed `git push`: what is missing, and how to add it. */
export const setup = {
  last: accountOperation({ input: z.strictObject({}), output: LastChecks }),
  /** Looks at one part of this computer. Nothing is changed. */
  check: accountOperation({
    /** Without a run, nothing of it is kept. */
    input: z.strictObject({ check: Check, run: run.optional() }),
    output: CheckResult,
  }),
  /** The keys to choose from, the most useful first. */
  keys: accountOperation({ input: z.strictObject({ run }), output: z.array(SetupKey) }),
  /** The confirmed emails to choose from, the commit email first; none if the account can’t be read. */
  emails: accountOperation({ input: z.strictObject({ run }), output: z.array(z.string()) }),
  /** What could be changed after the checks of a run, with the key of a fingerprint and a confirmed email, or the usual ones. */
  plan: accountOperation({
    input: z.strictObject({
      run,
      key: z.string().max(100).optional(),
      email: z.string().max(254).optional(),
    }),
    output: z.array(SetupChange),
  }),
  /** Makes changes of the plan of a run, one after another; files are backed up. */
  apply: accountOperation({
    input: z.strictObject({
      run,
      changes: z.array(z.string()).min(1).max(100),
      passphrase: z.string().max(1024).optional(),
    }),
    output: z.array(ChangeResult),
  }),
  /** What was changed and can be undone, the newest first. */
  history: computerOperation({ input: z.strictObject({}), output: z.array(MadeChanges) }),
  /** What undoing changes would take back, and what would stay. */
  planUndo: computerOperation({ input: UndoInput, output: z.array(UndoneChange) }),
  /** Takes back what is as Latchkey left it and what nothing else uses. A key that was created is moved, never deleted. */
  undo: computerOperation({
    /** Those that were shown to be taken back. */
    input: UndoInput.extend({ steps: z.array(z.number()).max(1000) }),
    output: z.array(UndoneChange),
  }),
}
