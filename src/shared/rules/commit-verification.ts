// GitLab's rules for attributing and verifying commits, each with its source in GitLab's repository. Core and the
// sandbox use these tables; `commit-verification.test.ts` checks them row by row.
import { normalEmail } from './email-address.ts'
import { hasExpired } from './utc-days.ts'

/** A user as GitLab returns it to themselves or an administrator. */
interface CommitUser {
  id: number
  email?: string | null | undefined
  confirmed_at?: string | null | undefined
  commit_email?: string | null | undefined
  web_url?: string | null | undefined
}

/** The addresses that GitLab compares with those in commits and GPG keys. */
export interface CommitAddresses {
  /** In lower case. */
  confirmed: string[]
  /** In lower case. */
  unconfirmed: string[]
  /** The user's ID, and the hosts that the instance may use in private commit emails. */
  private?: { id: number; hosts: string[] } | undefined
}

/** The value that requests a private commit email (`Gitlab::PrivateCommitEmail::TOKEN`). */
export const privateCommitEmailToken = '_private'

/** The host in private commit emails, unless an administrator chose another (`commit_email_hostname`). */
export function usualCommitEmailHost(url: string): string {
  return `users.noreply.${hostOf(url) ?? ''}`
}

/** The host of a URL, without user, port and path. */
function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i.exec(url)?.[1]?.toLowerCase()
}

/** A user's private commit email (`Gitlab::PrivateCommitEmail.for_user`). */
export function privateCommitEmail(
  { id, username }: { id: number; username: string },
  host: string,
): string {
  return `${id}-${username}@${host}`
}

/** The parts of an address in the form of a private commit email (`Gitlab::PrivateCommitEmail.regex`). */
export function parsePrivateCommitEmail(email: string): { id: number; host: string } | undefined {
  const parts = /^(\d+)-[^@]+@([^@]+)$/.exec(normalEmail(email))
  return parts ? { id: Number(parts[1]), host: parts[2]! } : undefined
}

/** A user's addresses from `GET /user` and the list of emails, which may leave out the primary one. */
export function commitAddresses(
  user: CommitUser,
  list: readonly { email: string; confirmed_at?: string | null | undefined }[],
  instance?: string,
): CommitAddresses {
  const confirmations = new Map<string, boolean>()
  if (user.commit_email) confirmations.set(normalEmail(user.commit_email), true)
  if (user.email) confirmations.set(normalEmail(user.email), user.confirmed_at !== null)
  for (const { email, confirmed_at } of list) {
    const address = normalEmail(email)
    confirmations.set(address, Boolean(confirmed_at) || confirmations.get(address) === true)
  }
  const listed = (isConfirmed: boolean) =>
    [...confirmations].flatMap(([email, confirmed]) => (confirmed === isConfirmed ? [email] : []))
  const chosen = parsePrivateCommitEmail(user.commit_email ?? '')
  const urls = [user.web_url, instance].filter((url) => url && hostOf(url))
  const hosts =
    chosen?.id === user.id
      ? [chosen.host]
      : [...new Set(urls.map((url) => usualCommitEmailHost(url!)))]
  return {
    confirmed: listed(true),
    unconfirmed: listed(false),
    private: { id: user.id, hosts },
  }
}

/**
 * Whether an address is the user's: `maybe-private` has the user's ID in the form of a private commit email, but not a
 * known host.
 */
export type AddressState = 'confirmed' | 'unconfirmed' | 'maybe-private' | 'not-on-account'

interface AddressRule {
  state: AddressState
  /** Where GitLab defines it. */
  source: string
  applies(email: string, addresses: CommitAddresses): boolean
}

const isOwnId = (email: string, { private: own }: CommitAddresses) =>
  own !== undefined && parsePrivateCommitEmail(email)?.id === own.id

/** The first rule that applies decides. */
export const addressRules: readonly AddressRule[] = [
  {
    // Anything may follow the hyphen, such as a former username.
    state: 'confirmed',
    source: 'app/models/user.rb: verified_email?; lib/gitlab/private_commit_email.rb',
    applies: (email, addresses) =>
      isOwnId(email, addresses) &&
      addresses.private!.hosts.includes(parsePrivateCommitEmail(email)!.host),
  },
  {
    // GitLab's placeholder until a user of some sign-in providers enters an address.
    state: 'unconfirmed',
    source: 'app/models/user.rb: primary_email_verified?, temp_oauth_email?',
    applies: (email, { confirmed }) =>
      email.startsWith('temp-email-for-oauth') && confirmed.includes(email),
  },
  {
    state: 'confirmed',
    source: 'app/models/user.rb: verified_emails; app/models/email.rb: confirmed',
    applies: (email, { confirmed }) => confirmed.includes(email),
  },
  {
    state: 'unconfirmed',
    source: 'app/models/user.rb: all_emails',
    applies: (email, { unconfirmed }) => unconfirmed.includes(email),
  },
  {
    state: 'maybe-private',
    source: 'app/models/application_setting.rb: commit_email_hostname',
    applies: (email, addresses) =>
      isOwnId(email, addresses) && parsePrivateCommitEmail(email)!.host.includes('noreply'),
  },
]

/** How GitLab treats an address in a user's commits and GPG keys. */
export function addressState(email: string, addresses: CommitAddresses): AddressState {
  const address = normalEmail(email)
  return addressRules.find(({ applies }) => applies(address, addresses))?.state ?? 'not-on-account'
}

/** An SSH key of the account. */
export interface SshKeyFacts {
  fingerprint: string
  /** Whether GitLab accepts its signatures. */
  signs: boolean
  /** ISO 8601. */
  expires?: string | undefined
}

/** The account's copy of a GPG key. */
export interface GpgKeyCopy {
  /** The key (first) and its subkeys. */
  parts: { fingerprint: string; revoked: boolean; expires?: string | undefined }[]
  /** The account's confirmed emails in user IDs that aren't revoked. */
  emails: string[]
}

/** What a signature is made with. */
interface SigningKey {
  format: 'ssh' | 'openpgp'
  /** The SSH key, or the GPG key or subkey that signs. */
  fingerprint: string
  /** The GPG key to which it belongs. */
  primary?: string | undefined
  /** The committer's email. */
  email: string
}

interface AccountKeys {
  ssh: readonly SshKeyFacts[]
  gpg: readonly GpgKeyCopy[]
  /** Milliseconds since 1970. */
  now: number
}

export type SignatureProblem =
  | 'key-not-on-account'
  | 'key-outdated'
  | 'key-cannot-sign'
  | 'key-expired'
  | 'key-revoked'
  | 'email-not-in-key'

interface SignatureRule {
  format: SigningKey['format']
  problem: SignatureProblem
  /** Where GitLab defines it. */
  source: string
  applies(key: SigningKey, account: AccountKeys): boolean
}

const sshKeyOf = ({ fingerprint }: SigningKey, { ssh }: AccountKeys) =>
  ssh.find((key) => key.fingerprint === fingerprint)
const gpgKeyOf = ({ fingerprint }: SigningKey, { gpg }: AccountKeys) =>
  gpg.find(({ parts }) => parts.some((part) => part.fingerprint === fingerprint))
const gpgCopyOf = ({ primary }: SigningKey, { gpg }: AccountKeys) =>
  gpg.find(({ parts }) => parts[0]?.fingerprint === primary)
const signingPartOf = (key: SigningKey, account: AccountKeys) =>
  gpgKeyOf(key, account)?.parts.find(({ fingerprint }) => fingerprint === key.fingerprint)
const hasPassed = (expires: string | undefined, now: number) =>
  expires !== undefined && hasExpired(expires, now)

const ofSsh = 'lib/gitlab/ssh/signature.rb'
const ofGpg = 'lib/gitlab/gpg/signature.rb'

/** Why GitLab doesn't verify a signature for an account's user. The first rule that applies decides. */
export const signatureRules: readonly SignatureRule[] = [
  {
    format: 'ssh',
    problem: 'key-not-on-account',
    source: `${ofSsh}: signed_by_key`,
    applies: (key, account) => !sshKeyOf(key, account),
  },
  {
    format: 'ssh',
    problem: 'key-expired',
    source: 'doc/user/ssh.md: expiration date',
    applies: (key, account) => hasPassed(sshKeyOf(key, account)?.expires, account.now),
  },
  {
    format: 'ssh',
    problem: 'key-cannot-sign',
    source: 'app/models/key.rb: signing',
    applies: (key, account) => sshKeyOf(key, account)?.signs === false,
  },
  {
    // A match of another part isn't enough: gpg checks the part that signed.
    format: 'openpgp',
    problem: 'key-outdated',
    source: `${ofGpg}: find_gpg_key`,
    applies: (key, account) =>
      !gpgKeyOf(key, account) && key.primary !== undefined && Boolean(gpgCopyOf(key, account)),
  },
  {
    format: 'openpgp',
    problem: 'key-not-on-account',
    source: `${ofGpg}: find_gpg_key`,
    applies: (key, account) => !gpgKeyOf(key, account),
  },
  {
    format: 'openpgp',
    problem: 'key-revoked',
    source: `${ofGpg}: verified_signature.valid? (gpg: REVKEYSIG)`,
    applies: (key, account) =>
      [gpgKeyOf(key, account)?.parts[0], signingPartOf(key, account)].some((part) => part?.revoked),
  },
  {
    format: 'openpgp',
    problem: 'key-expired',
    source: `${ofGpg}: verified_signature.valid? (gpg: EXPKEYSIG)`,
    applies: (key, account) =>
      [gpgKeyOf(key, account)?.parts[0], signingPartOf(key, account)].some((part) =>
        hasPassed(part?.expires, account.now),
      ),
  },
  {
    format: 'openpgp',
    problem: 'email-not-in-key',
    source: 'app/models/gpg_key.rb: verified_and_belongs_to_email?',
    applies: (key, account) =>
      !gpgKeyOf(key, account)?.emails.some(
        (email) => normalEmail(email) === normalEmail(key.email),
      ),
  },
]

/** Why GitLab wouldn't show a signature as verified for an account's user; undefined if it would. */
export function signatureProblem(
  key: SigningKey,
  account: AccountKeys,
): SignatureProblem | undefined {
  return signatureRules.find(
    ({ format, applies }) => format === key.format && applies(key, account),
  )?.problem
}
