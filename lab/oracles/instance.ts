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
import { type SshServer, startSshServer } from '../../src/core/features/setup/testing/ssh-server.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'
import { type GpgHome, prepareGpgHomes, stopAgents } from './gpg-homes.ts'
import type { Folders } from './own-home.ts'
import { must, run } from './programs.ts'
import { type PreparedSshKey, prepareSshKeys } from './ssh-keys.ts'

const day = 24 * 60 * 60 * 1000

interface OracleAccount {
  role: 'first' | 'second'
  id: number
  username: string
  /** Confirmed emails, in lower case. */
  emails: string[]
  /** The keys that the account has, as GitLab would use them. */
  gpgHome: string
  allowedSigners: string
  /** The listings of its GPG keys, by the primary key’s fingerprint. */
  gpgListings: ReadonlyMap<string, string>
}

/** What the generators use. */
export interface Instance {
  sandbox: TestSandbox
  sshServer: SshServer
  accounts: readonly [first: OracleAccount, second: OracleAccount]
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
  const keysOf = (role: 'first' | 'second') => ({
    ssh: sshKeys.filter(({ on }) => on === role),
    gpg: gpgHomes.flatMap(({ keys }) => keys).filter(({ on }) => on === role),
  })
  const account = async (role: 'first' | 'second', user: User, emails: string[]) => {
    const { ssh, gpg } = keysOf(role)
    const gpgHome = join(root, `instance-${role}`)
    mkdirSync(gpgHome, { mode: 0o700 })
    const input = gpg.map(({ copy }) => copy).join('\n')
    await must('gpg', ['--homedir', gpgHome, '--batch', '--quiet', '--import'], { input })
    const listings = gpg.map(async ({ fingerprints: [primary = ''] }) => {
      const list = ['--homedir', gpgHome, '--with-colons', '--list-keys', primary]
      return [primary, (await must('gpg', list)).toLowerCase()] as const
    })
    const gpgListings = new Map(await Promise.all(listings))
    const allowedSigners = join(root, `signers-${role}`)
    writeFileSync(allowedSigners, ssh.flatMap(signerLine).join(''))
    const { id, username, email } = user
    return { role, id, username, emails: [email, ...emails], gpgHome, allowedSigners, gpgListings }
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
      await stopAgents([
        ...gpgHomes.map(({ path }) => path),
        ...accounts.map(({ gpgHome }) => gpgHome),
      ])
      await sshServer.stop()
      await sandbox.stop()
    },
  }
}

const callAs = (role: 'first' | 'second') => (role === 'first' ? callAsUser : callAsAdmin)

/** A line of an allowed signers file (ssh-keygen(1)), if the account may sign with the key. */
function signerLine({ publicKey, usage, isExpired }: PreparedSshKey): string[] {
  if (usage === 'auth') return []
  const until = isExpired ? ',valid-before="20200101"' : ''
  return [`* namespaces="git"${until} ${publicKey}\n`]
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

export interface Judgment {
  /** The username for which GitLab shows “Verified”. */
  verified?: string
  /** Whether the first account’s key made the signature and, for GPG, contains the committer’s email. */
  isFirsts: boolean
  /** What git printed. */
  output: string
}

/** Whether GitLab would show HEAD as verified, according to the programs that it relies on. */
export async function judgeHead(
  folder: string,
  { author, committer }: { author: string; committer: string },
  { accounts, sandbox: { url } }: Instance,
): Promise<Judgment> {
  const judgment: Judgment = { isFirsts: false, output: '' }
  for (const account of accounts) {
    const { role, username, gpgHome, allowedSigners } = account
    const settings = [...ownPrograms, '-c', `gpg.ssh.allowedSignersFile=${allowedSigners}`]
    const { code, output } = await run('git', [...settings, 'verify-commit', '--raw', 'HEAD'], {
      folder,
      variables: { GNUPGHOME: gpgHome },
    })
    judgment.output += output
    if (code !== 0 || !isInKey(output, committer, account, url)) continue
    judgment.isFirsts ||= role === 'first'
    if ([author, committer].every((email) => isEmailOf(account, email, url)))
      return { ...judgment, verified: username }
  }
  return judgment
}

/** Overrides programs that a repository names. */
export const ownPrograms = [
  ...['gpg.program=gpg', 'gpg.openpgp.program=gpg', 'gpg.ssh.program=ssh-keygen'],
  'gpg.minTrustLevel=undefined',
].flatMap((setting) => ['-c', setting])

/** Whether the GPG key that made a signature contains the email (`GpgKey#verified_and_belongs_to_email?`). */
function isInKey(output: string, email: string, account: OracleAccount, url: string): boolean {
  const primary = /^\[GNUPG:\] VALIDSIG .* ([0-9A-F]{40})$/m.exec(output)?.[1]
  const listing = primary && account.gpgListings.get(primary)
  if (!listing) return true
  return isEmailOf(account, email, url) && listing.includes(`<${email.toLowerCase()}>`)
}
