import { z } from 'zod'
import type { AccountGpgKey } from '../../../shared/operations/gpg-keys.ts'
import { Timestamp } from '../../../shared/gitlab/fields.ts'
import { addressState } from '../../../shared/rules/commit-verification.ts'
import type { VerificationProblem } from '../../../shared/rules/repositories.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { HttpUrl } from '../../platform/files/http-url.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import { memoize } from '../../platform/memoize.ts'
import type { AccountAnswers } from '../survey/account-answers.ts'
import type { KeyOnAccount } from '../survey/usable-keys.ts'

const Emails = z.object({
  confirmed: z.array(z.string()),
  unconfirmed: z.array(z.string()),
  private: z.object({ id: z.number(), hosts: z.array(z.string()) }).optional(),
})

const SshKeyFacts = z.object({
  fingerprint: z.string(),
  /** Whether GitLab accepts its signatures. */
  signs: z.boolean(),
  /** Whether GitLab accepts connections with it. */
  authenticates: z.boolean(),
  /** ISO 8601. */
  expires: Timestamp.optional(),
})

const GpgKeyFacts = z.object({
  /** The key (first) and its subkeys. */
  parts: z.array(
    z.object({
      fingerprint: z.string(),
      revoked: z.boolean(),
      /** ISO 8601. */
      expires: Timestamp.optional(),
    }),
  ),
  /** The account's confirmed emails that occur in the key. */
  emails: z.array(z.string()),
})

/** An account with the data last read from it. */
const KnownAccount = z.object({
  id: z.string(),
  instance: HttpUrl,
  username: z.string(),
  // An invalid part counts as unread, so that it neither verifies a commit nor hides the account.
  emails: Emails.optional().catch(undefined),
  // guard: known-keys
  sshKeys: z.array(SshKeyFacts).optional().catch(undefined),
  gpgKeys: z.array(GpgKeyFacts).optional().catch(undefined),
})
export type KnownAccount = z.output<typeof KnownAccount>

/** The data that `whoami` uses. Guarantee: none of it is secret. */
export const KnownAccountsFile = z.object({ accounts: z.array(KnownAccount).default([]) })

type Facts = Pick<KnownAccount, 'emails' | 'sshKeys' | 'gpgKeys'>

/** An account that is signed in here. */
export interface SignedInAccount {
  id: string
  /** The URL of its instance. */
  instance: string
  username: string
  /** Falls back to the cache if the instance can’t be reached. */
  gitlab: GitLabClient
}

/**
 * The account data that determines whether GitLab shows a commit as verified. A part is undefined if it couldn’t be
 * read.
 */
export type AccountFacts = {
  [Part in keyof Facts]-?: () => Promise<Facts[Part]>
} & { account: Pick<SignedInAccount, 'id' | 'instance' | 'username'> }

/** Takes each part of an account from the first of these that answers, when first needed. */
export function accountFacts(
  account: AccountFacts['account'],
  answers: readonly AccountAnswers[],
  /** Called after each part is read. */
  onRead: (facts: Facts) => void,
): AccountFacts {
  const part = <Part extends keyof Facts>(
    name: Part,
    read: (from: AccountAnswers) => Promise<NonNullable<Facts[Part]>>,
  ) =>
    memoize(async () => {
      for (const from of answers) {
        const value = await read(from).catch(ifUnanswered)
        if (value) onRead({ [name]: value })
        if (value) return value
      }
      return undefined
    })
  return {
    account,
    emails: part('emails', async (from) => (await from.owner()).addresses),
    sshKeys: part('sshKeys', async (from) => (await from.accountKeys()).flatMap(sshKeyFacts)),
    gpgKeys: part('gpgKeys', async (from) => (await from.gpgKeys()).account.flatMap(gpgKeyFacts)),
  }
}

function ifUnanswered(error: unknown): undefined {
  if (!(error instanceof FailureError)) throw error
}

function sshKeyFacts({ entry, fingerprint }: KeyOnAccount) {
  if (fingerprint === undefined) return []
  const { expires_at: expires, usage_type: usage } = entry
  const uses = { signs: usage !== 'auth', authenticates: usage !== 'signing' }
  return [{ fingerprint, ...uses, ...(expires && { expires }) }]
}

/** Whether GitLab would let ssh connect with one of an account's keys. */
export function opensConnections(
  { authenticates, expires }: z.output<typeof SshKeyFacts>,
  now: number,
): boolean {
  return authenticates && (expires === undefined || !hasExpired(expires, now))
}

export function gpgKeyFacts({ details }: AccountGpgKey) {
  if (!details) return []
  const names = details.userIds.filter((name) => name.address === 'confirmed' && !name.revoked)
  const parts = [details, ...details.subkeys].map(({ fingerprint, revoked, expires }) => ({
    fingerprint,
    revoked,
    ...(expires !== undefined && { expires }),
  }))
  return [{ parts, emails: names.flatMap(({ email }) => email ?? []) }]
}

/** An account's stored data. */
export function knownFacts(account: KnownAccount): AccountFacts {
  return {
    account,
    emails: async () => account.emails,
    sshKeys: async () => account.sshKeys,
    gpgKeys: async () => account.gpgKeys,
  }
}

/** Stores account data for `whoami`. */
export class KnownAccounts {
  readonly #file: JsonFile<z.output<typeof KnownAccountsFile>>

  constructor(file: JsonFile<z.output<typeof KnownAccountsFile>>) {
    this.#file = file
  }

  keep({ id, instance, username }: Omit<SignedInAccount, 'gitlab'>, facts: Facts): void {
    const { accounts } = this.#file.read()
    const before = accounts.find((accountEmails) => accountEmails.id === id)
    const after = { ...before, id, instance, username, ...facts }
    if (JSON.stringify(after) === JSON.stringify(before)) return
    // Keeps the order of signing in, which decides between equally good accounts.
    this.#file.saveOrReport({
      accounts: before
        ? accounts.map((other) => (other.id === id ? after : other))
        : [...accounts, after],
    })
  }

  forget(id: string): void {
    const { accounts } = this.#file.read()
    const others = accounts.filter((accountEmails) => accountEmails.id !== id)
    if (others.length === 0) this.#file.remove()
    else if (others.length < accounts.length) this.#file.saveOrReport({ accounts: others })
  }

  clear(): void {
    this.#file.remove()
  }
}

/** The reason why GitLab doesn’t attribute an email to the account; undefined if it does. */
export async function emailProblem(
  { emails }: AccountFacts,
  email: string,
): Promise<VerificationProblem | undefined> {
  const addresses = await emails()
  return addresses ? emailProblems[addressState(email, addresses)] : 'account-not-read'
}

const emailProblems = {
  confirmed: undefined,
  unconfirmed: 'email-not-confirmed',
  'maybe-private': 'email-maybe-private',
  'not-on-account': 'email-not-on-account',
} as const
