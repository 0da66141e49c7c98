import { z } from 'zod'
import { accountOperation, computerOperation } from './operation.ts'
import { SshConnection } from './ssh-connection.ts'

/** What is checked on this computer, in the order in which it is shown. */
export const checks = [
  'git',
  'ssh-key',
  'key-on-account',
  'agent',
  'host-key',
  'connection',
  'identity',
  'signing',
  'signing-key',
  'clock',
] as const
export const Check = z.enum(checks)
export type Check = z.output<typeof Check>

/** What a check finds, and how good that is. */
export const findings = {
  'git-found': 'ok',
  'git-missing': 'failed',
  'git-fails': 'failed',
  'commit-fails': 'failed',
  'git-old': 'warning',
  'key-found': 'ok',
  'agent-key-found': 'ok',
  'no-key': 'failed',
  'key-without-public': 'failed',
  'weak-key': 'failed',
  'open-files': 'failed',
  'key-on-account': 'ok',
  'key-not-on-account': 'failed',
  'key-expired': 'failed',
  'agent-not-needed': 'ok',
  'agent-has-key': 'ok',
  'agent-without-key': 'warning',
  'no-agent': 'warning',
  'silent-agent': 'failed',
  'host-key-known': 'ok',
  'host-key-unknown': 'failed',
  'host-key-changed': 'failed',
  'host-key-not-published': 'failed',
  connected: 'ok',
  'not-connected': 'failed',
  'identity-set': 'ok',
  'identity-in-folders': 'warning',
  'identity-in-folders-only': 'ok',
  'no-name': 'failed',
  'no-email': 'failed',
  'email-not-verified': 'failed',
  'signing-works': 'ok',
  /** Not tried. */
  'signing-on': 'ok',
  'signing-works-unverified': 'ok',
  'gpg-key-missing': 'failed',
  'signing-off': 'warning',
  'no-signing-key': 'failed',
  'signing-key-missing': 'failed',
  'signing-fails': 'failed',
  'signing-key-on-account': 'ok',
  'signing-key-not-on-account': 'failed',
  'signing-key-not-for-signing': 'failed',
  'signing-key-expired': 'failed',
  'clock-right': 'ok',
  'clock-wrong': 'failed',
  /** What it takes to find out is missing, such as git or an answer of the instance. */
  'not-checked': 'unknown',
} as const
export type Finding = keyof typeof findings
const Finding = z.enum(Object.keys(findings) as [Finding, ...Finding[]])

export const CheckResult = z.object({
  check: Check,
  finding: Finding,
  /** What its message names, such as a file or an email. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Of the check `connection`. */
  connection: SshConnection.optional(),
})
export type CheckResult = z.output<typeof CheckResult>

export const changeKinds = [
  'permissions',
  'create-key',
  'add-to-agent',
  'add-to-account',
  'trust-host',
  'allow-signer',
  'git-identity',
  'git-signing',
  'identity-settings',
  'identity-scope',
  'ssh-host',
  'ssh-include',
] as const

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

export const ChangeResult = z.object({
  id: z.string(),
  outcome: z.enum(['done', 'failed', 'not-tried']),
  /** Why it failed. */
  message: z.string().optional(),
})
export type ChangeResult = z.output<typeof ChangeResult>

/** The files that were changed last, and can be changed back. */
export const LastChanges = z.object({
  /** Milliseconds since 1970; absent where there is nothing to undo. */
  at: z.number().optional(),
  files: z.array(z.string()),
})
export type LastChanges = z.output<typeof LastChanges>

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

/** The way from a new computer to the first signed `git push`: what is missing, and how to add it. */
export const setup = {
  last: accountOperation({ input: z.strictObject({}), output: LastChecks }),
  /** Looks at one part of this computer. Nothing is changed. */
  check: accountOperation({
    /** Without a run, nothing of it is kept. */
    input: z.strictObject({ check: Check, run: run.optional() }),
    output: CheckResult,
  }),
  /** What could be changed after the checks of a run. */
  plan: accountOperation({ input: z.strictObject({ run }), output: z.array(SetupChange) }),
  /** Makes changes of the plan of a run, one after another; files are backed up. */
  apply: accountOperation({
    input: z.strictObject({
      run,
      changes: z.array(z.string()).min(1).max(100),
      passphrase: z.string().max(1024).optional(),
    }),
    output: z.array(ChangeResult),
  }),
  lastChanges: computerOperation({ input: z.strictObject({}), output: LastChanges }),
  /** Restores the files that were changed last. Keys that were created or added stay. */
  undo: computerOperation({ input: z.strictObject({}), output: LastChanges }),
}
