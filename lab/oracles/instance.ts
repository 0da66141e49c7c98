// A sandbox with two accounts whose keys and addresses are in every state, an SSH server that lets them in, and the
// judgment of GitLab: git, ssh-keygen, and gpg verify a commit with nothing but the account's keys.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type TestSandbox,
  callAsAdmin,
  callAsUser,
  startTestSandbox,
} from '../../e2e/support/sandbox.ts'
import { type SshServer, startSshServer } from '../../src/core/computer/testing/ssh-server.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'
import { type GpgHome, prepareGpgHomes, stopAgents } from './gpg-homes.ts'
import type { Folders } from './own-home.ts'
import { must } from './programs.ts'
import { type PreparedSshKey, prepareSshKeys } from './ssh-keys.ts'

const day = 24 * 60 * 60 * 1000

export interface OracleAccount {
  role: 'first' | 'second'
  id: number
  username: string
  /** Confirmed emails, in lower case. */
  emails: string[]
  /** The listings of its GPG keys, by the primary key’s fingerprint. */
  gpgListings: ReadonlyMap<string, string>
}

/** What the generators use. */
export interface Instance {
  sandbox: TestSandbox
  sshServer: SshServer
  accounts: readonly [first: OracleAccount, second: OracleAccount]
  /** The keys that the accounts have, as GitLab would use them. */
  judge: { gpgHome: string; allowedSigners: string }
  sshKeys: readonly PreparedSshKey[]
  gpgHomes: readonly GpgHome[]
  /** Emails of every kind. */
  emails: readonly string[]
  stop(): Promise<void>
}

interface User {
  id: number
  username: string
  email: string
}

export async function startInstance({ root }: Folders): Promise<Instance> {
  let shift = -3 * day
  const now = () => currentTime() + shift
  const sandbox = await startTestSandbox(join(root, 'sandbox'), { now })
  const [first, second, sshServer, sshKeys] = await Promise.all([
    callAsUser<User>(sandbox, 'GET', '/user'),
    callAsAdmin<User>(sandbox, 'GET', '/user'),
    startSshServer(),
    prepareSshKeys(join(root, 'ssh-keys')),
  ])
  const addresses = { first: first.email, second: second.email, elsewhere: 'maya@home.example' }
  const gpgHomes = await prepareGpgHomes(join(root, 'gpg-homes'), addresses)
  const added = 'maya@second.example'
  await callAsAdmin(sandbox, 'POST', `/users/${first.id}/emails`, {
    email: added,
    skip_confirmation: true,
  })
  await callAsUser(sandbox, 'POST', '/user/emails', { email: 'maya@unconfirmed.example' })
  for (const { name, publicKey: key, on, usage: usage_type, isExpired } of sshKeys) {
    const expires_at = isExpired && new Date(now() + day).toISOString()
    if (on)
      await callAs(on)(sandbox, 'POST', '/user/keys', { title: name, key, usage_type, expires_at })
  }
  for (const { on, copy } of gpgHomes.flatMap(({ keys }) => keys))
    if (on) await callAs(on)(sandbox, 'POST', '/user/gpg_keys', { key: copy })
  shift = 0
  const judge = { gpgHome: join(root, 'judge'), allowedSigners: join(root, 'signers') }
  writeFileSync(judge.allowedSigners, sshKeys.flatMap(signerLine).join(''))
  mkdirSync(judge.gpgHome, { mode: 0o700 })
  const onAccounts = gpgHomes.flatMap(({ keys }) => keys).filter(({ on }) => on)
  const gpg = ['--homedir', judge.gpgHome, '--batch', '--quiet']
  await must('gpg', [...gpg, '--import'], { input: onAccounts.map(({ copy }) => copy).join('\n') })
  const account = async (role: 'first' | 'second', user: User, emails: string[]) => {
    const own = onAccounts.filter(({ on }) => on === role)
    const listings = own.map(async ({ fingerprints: [primary = ''] }) => {
      const listing = await must('gpg', [...gpg, '--with-colons', '--list-keys', primary])
      return [primary, listing.toLowerCase()] as const
    })
    const gpgListings = new Map(await Promise.all(listings))
    const { id, username, email } = user
    return { role, id, username, emails: [email, ...emails], gpgListings }
  }
  const accounts = [
    await account('first', first, [added]),
    await account('second', second, []),
  ] as const
  const accepted = sshKeys.filter(
    ({ on, usage, isExpired }) => on && usage !== 'signing' && !isExpired,
  )
  sshServer.authorize(accepted.map(({ publicKey }) => `${publicKey}\n`).join(''))
  const host = new URL(sandbox.url).hostname
  return {
    sandbox,
    sshServer,
    accounts,
    judge,
    sshKeys,
    gpgHomes,
    emails: [
      ...[first.email, first.email, first.email.toUpperCase(), added, second.email],
      ...['maya@unconfirmed.example', 'maya@home.example'],
      ...[
        `${first.id}-${first.username}@users.noreply.${host}`,
        `${first.id}-old@users.noreply.${host}`,
      ],
      ...[`${second.id}-root@users.noreply.${host}`, `99999-maya@users.noreply.${host}`],
      ...[`${first.id}@users.noreply.${host}`, `${first.id}-maya@users.noreply.elsewhere.example`],
    ],
    async stop() {
      await stopAgents([...gpgHomes.map(({ path }) => path), judge.gpgHome])
      await sshServer.stop()
      await sandbox.stop()
    },
  }
}

const callAs = (role: 'first' | 'second') => (role === 'first' ? callAsUser : callAsAdmin)

/** A line of an allowed signers file (ssh-keygen(1)), if an account may sign with the key. */
function signerLine({ publicKey, on, usage, isExpired }: PreparedSshKey): string[] {
  if (on === undefined || usage === 'auth') return []
  const until = isExpired ? ',valid-before="20200101"' : ''
  return [`${on} namespaces="git"${until} ${publicKey}\n`]
}

/** Whether an email is one of an account’s (`User#verified_email?`, `Gitlab::PrivateCommitEmail`). */
export function isEmailOf({ id, emails }: OracleAccount, email: string, instance: string): boolean {
  const lower = email.toLowerCase()
  const privateEmail = new RegExp(`^${id}-[^@]+@users\\.noreply\\.${new URL(instance).hostname}$`)
  return emails.includes(lower) || privateEmail.test(lower)
}

/** Whether only an administrator knows if it is one: instances can have another host in private commit emails. */
export function maybeEmailOf(account: OracleAccount, email: string, instance: string): boolean {
  const hasForm = new RegExp(`^${account.id}-[^@]+@.*noreply`).test(email.toLowerCase())
  return hasForm && !isEmailOf(account, email, instance)
}

export interface JudgedCommit {
  author: { name: string; email: string }
  /** The committer’s email. */
  committer: string
  isSigned: boolean
  /** The fingerprint of the key that signed it. */
  key?: string
  /** The account with the key that made the signature, which is valid there. */
  signer?: OracleAccount['role']
  /** The username for which GitLab shows “Verified”. */
  verified?: string
  /** Whether the first account’s key made the signature and, for GPG, contains the committer’s email. */
  isFirsts: boolean
}

/** HEAD, and whether GitLab would show it as verified, according to the programs that it relies on. */
export async function judgeHead(
  folder: string,
  { accounts, judge, sandbox: { url } }: Instance,
): Promise<JudgedCommit> {
  // Of the author and committer, then the result, the signer’s name in the allowed signers, and the keys.
  const format = '%an%n%ae%n%ce%n%G?%n%GS%n%GF%n%GP'
  const settings = [...ownPrograms, '-c', `gpg.ssh.allowedSignersFile=${judge.allowedSigners}`]
  const show = async (variables?: NodeJS.ProcessEnv) => {
    const command = [...settings, 'log', '-1', '--no-show-signature', `--format=${format}`]
    return (await must('git', command, { folder, variables })).split('\n')
  }
  const [name = '', email = '', committer = '', state = '', signer, key, primary = ''] = await show(
    {
      GNUPGHOME: judge.gpgHome,
    },
  )
  const commit = { author: { name, email }, committer, isSigned: state !== 'N', isFirsts: false }
  // The account’s copy of a GPG key may lack the subkey.
  const used = state === 'E' ? (await show())[5] : key
  const judged = { ...commit, ...(used && { key: used }) }
  // Git doesn’t trust GPG keys here, and says “U”. It says so of an SSH key that isn’t allowed, too.
  const account = accounts.find(({ role, gpgListings }) =>
    state === 'G' ? role === signer : state === 'U' && gpgListings.has(primary),
  )
  if (!account) return judged
  const signed = { ...judged, signer: account.role }
  if (!isInKey(account, primary, committer, url)) return signed
  const isVerified = [email, committer].every((address) => isEmailOf(account, address, url))
  return {
    ...signed,
    isFirsts: account.role === 'first',
    ...(isVerified && { verified: account.username }),
  }
}

/** Overrides programs that a repository names. */
const ownPrograms = [
  ...['gpg.program=gpg', 'gpg.openpgp.program=gpg', 'gpg.ssh.program=ssh-keygen'],
  'gpg.minTrustLevel=undefined',
].flatMap((setting) => ['-c', setting])

/** Whether the GPG key that made a signature contains the email (`GpgKey#verified_and_belongs_to_email?`). */
function isInKey(account: OracleAccount, primary: string, email: string, url: string): boolean {
  const listing = account.gpgListings.get(primary)
  if (!listing) return true
  return isEmailOf(account, email, url) && listing.includes(`<${email.toLowerCase()}>`)
}
