import { z } from 'zod'
import type { AccountGpgKey, GpgKeyLists } from '../../../../shared/operations/gpg-keys.ts'
import type { SshKey } from '../../../../shared/gitlab/ssh-keys.ts'
import { normalEmail } from '../../../../shared/rules/email-address.ts'
import { allSshKeys } from '../../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import { readOwner, toKeyOnAccount } from '../survey/survey.ts'

const Emails = z.object({ confirmed: z.array(z.string()), unconfirmed: z.array(z.string()) })

const SshKeyFacts = z.object({
  fingerprint: z.string(),
  /** Whether GitLab accepts its signatures. */
  signs: z.boolean(),
  /** ISO 8601. */
  expires: z.string().optional(),
})

const GpgKeyFacts = z.object({
  /** Fingerprints of the key and its subkeys. */
  fingerprints: z.array(z.string()),
  revoked: z.boolean(),
  expired: z.boolean(),
  /** ISO 8601. */
  expires: z.string().optional(),
  /** The account's confirmed emails that occur in the key. */
  emails: z.array(z.string()),
})
export type KeyFacts = Pick<z.output<typeof GpgKeyFacts>, 'expires'>

/** An account with the data last read from it. */
const KnownAccount = z.object({
  id: z.string(),
  instance: z.string(),
  username: z.string(),
  emails: Emails.optional(),
  sshKeys: z.array(SshKeyFacts).optional(),
  gpgKeys: z.array(GpgKeyFacts).optional(),
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

interface Reading {
  readGpgKeys(gitlab: GitLabClient): Promise<GpgKeyLists>
  /** Called after each part of an account is read. */
  onRead(account: SignedInAccount, facts: Facts): void
}

/** Reads each part of an account once, when first needed. */
export function accountFacts(
  account: SignedInAccount,
  { readGpgKeys, onRead }: Reading,
): AccountFacts {
  const { gitlab } = account
  const part = <Part extends keyof Facts>(
    name: Part,
    read: () => Promise<NonNullable<Facts[Part]>>,
  ) =>
    once(async () => {
      const value = await read()
      onRead(account, { [name]: value })
      return value
    })
  return {
    account,
    emails: part('emails', async () => {
      const { verifiedEmails, unconfirmedEmails } = await readOwner(gitlab)
      return { confirmed: verifiedEmails, unconfirmed: unconfirmedEmails }
    }),
    sshKeys: part('sshKeys', async () => (await allSshKeys(gitlab)).flatMap(sshKeyFacts)),
    gpgKeys: part('gpgKeys', async () => {
      const { account: keys } = await readGpgKeys(gitlab)
      return keys.flatMap(gpgKeyFacts)
    }),
  }
}

function sshKeyFacts(key: SshKey) {
  const { fingerprint } = toKeyOnAccount(key)
  if (fingerprint === undefined) return []
  const { expires_at: expires, usage_type: usage } = key
  return [{ fingerprint, signs: usage !== 'auth', ...(expires && { expires }) }]
}

function gpgKeyFacts({ details }: AccountGpgKey) {
  if (!details) return []
  const { fingerprint, subkeys, revoked, expired, expires, userIds } = details
  const names = userIds.filter((name) => name.address === 'confirmed' && !name.revoked)
  return [
    {
      fingerprints: [fingerprint, ...subkeys.map((subkey) => subkey.fingerprint)],
      revoked,
      expired,
      ...(expires !== undefined && { expires }),
      emails: names.flatMap(({ email }) => email ?? []),
    },
  ]
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

function once<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined
  return () =>
    (reading ??= read().catch((error: unknown) => {
      if (error instanceof FailureError) return undefined
      throw error
    }))
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
    const others = accounts.filter((accountEmails) => accountEmails.id !== id)
    this.#file.saveOrReport({ accounts: [...others, after] })
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
): Promise<'email-not-on-account' | 'email-not-confirmed' | 'account-not-read' | undefined> {
  const accountEmails = await emails()
  if (!accountEmails) return 'account-not-read'
  if (accountEmails.confirmed.includes(normalEmail(email))) return undefined
  const isThere = accountEmails.unconfirmed.includes(normalEmail(email))
  return isThere ? 'email-not-confirmed' : 'email-not-on-account'
}
