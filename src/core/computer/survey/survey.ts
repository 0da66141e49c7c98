import { memoize } from '../../platform/memoize.ts'
import { sleep } from '../../platform/time/scheduler.ts'
import type { GpgKeyLists } from '../../../shared/operations/gpg-keys.ts'
import type { LocalSshKey } from '../../../shared/operations/local-keys.ts'
import type { Identity } from '../../../shared/operations/identities.ts'
import type { SshConnection } from '../../../shared/operations/ssh-connection.ts'
import { addressState, parsePrivateCommitEmail } from '../../../shared/rules/commit-verification.ts'
import { normalEmail } from '../../../shared/rules/email-address.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Agent } from '../../keys/ssh-agent.ts'
import { type ComputerFacts, type ComputerOptions, computerFacts } from '../computer-facts.ts'
import { type SshTarget, sshHost } from '../connection/ssh-target.ts'
import { expandHome, shownPath } from '../home-paths.ts'
import { identityId, readIdentities } from '../identities/identity-files.ts'
import { offeredKeys } from '../repositories/ssh-key.ts'
import { testConnection } from '../connection/test-connection.ts'
import { type AccountAnswers, type Owner, accountAnswers } from './account-answers.ts'
import type { Git, GitFailure } from './git.ts'
import {
  type FindOtherAccount,
  type KeyOnAccount,
  type SshKeyInFile,
  type UsableKey,
  isAccepted,
  isExpired,
  usableKeys,
} from './usable-keys.ts'
import { type Stats, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { type FolderIdentity, readFolderIdentities } from './folder-identities.ts'
import { type GpgSigner, findGpgSigner } from './gpg-signing.ts'
import { type Signing, readSigning } from './signing.ts'
import { type TestedCommit, testCommit } from './test-commit.ts'

/** The keys in `~/.ssh`, and the paths of all private key files. */
export interface LocalSshFiles {
  keys: LocalSshKey[]
  privateKeys: string[]
}

export interface SurveyOptions extends ComputerOptions {
  fetch: typeof globalThis.fetch
  scanKeys(): Promise<LocalSshFiles>
  /** The key in a file below `~/.ssh` and in the other half of its pair, without reading other files. */
  readKey(file: string): Promise<SshKeyInFile | undefined>
  /** Finds another signed-in account that has a public key. */
  findOtherAccount(gitlab: GitLabClient): Promise<FindOtherAccount>
  /** The accounts that are signed in. */
  signedInAccounts(): readonly { instance: string; username: string }[]
  gpgKeys(gitlab: GitLabClient): Promise<GpgKeyLists>
}

interface Account {
  baseUrl: string
  username: string
  /** Whether Latchkey has other accounts. */
  hasOthers: boolean
  /** Whether a key was just added. */
  hasNewKey: boolean
}

/**
 * The data that one check run or plan collects about this computer and an account. Each part is read once, when first
 * needed.
 */
export class Survey implements AccountAnswers {
  readonly options: SurveyOptions
  readonly facts: ComputerFacts
  readonly gitlab: GitLabClient
  readonly baseUrl: string
  readonly username: string
  readonly hasOthers: boolean
  /** Details of a broken git; undefined if it works. */
  readonly gitFailure: () => Promise<GitFailure | undefined>
  readonly git: () => Promise<Git | undefined>
  readonly target: () => Promise<SshTarget>
  readonly files: () => Promise<LocalSshFiles>
  readonly openFiles: () => Promise<ExposedFile[]>
  readonly agent: () => Promise<Agent>
  readonly connection: () => Promise<SshConnection>
  readonly accountKeys: () => Promise<KeyOnAccount[]>
  /** The same, or none if the instance doesn't respond. */
  readonly addedKeys: () => Promise<KeyOnAccount[]>
  readonly owner: () => Promise<Owner>
  /** The fingerprints of the key files that ssh tries on the instance without an agent, in order. */
  readonly keysOfConfig: () => Promise<(string | undefined)[]>
  /** The keys that git could use, most useful first. */
  readonly keys: () => Promise<UsableKey[]>
  /** A key that git could use, by either of its files. If the account has it, no other key file is read. */
  readonly keyIn: (file: string) => Promise<UsableKey | undefined>
  /** The key for a new identity, if the account has one on this computer. */
  readonly proposedKey: () => Promise<UsableKey | undefined>
  /** The most useful key, if any. */
  readonly key: () => Promise<UsableKey | undefined>
  readonly signing: () => Promise<Signing | undefined>
  readonly gpgKeys: () => Promise<GpgKeyLists>
  /** The account's identity, if it has one. */
  readonly identity: () => Promise<Identity | undefined>
  readonly folderIdentities: () => Promise<FolderIdentity[]>
  /** An unsigned commit. */
  readonly commit: () => Promise<TestedCommit>
  /** A commit signed according to git's configuration. */
  readonly signedCommit: () => Promise<TestedCommit>
  /** The GPG key that git would sign with; undefined if git fails before selecting one. */
  readonly gpgSigner: () => Promise<GpgSigner | undefined>

  constructor(
    options: SurveyOptions,
    gitlab: GitLabClient,
    account: Account,
    facts = computerFacts(options),
  ) {
    const { baseUrl, username, hasOthers, hasNewKey } = account
    const { home, ssh } = options
    this.options = options
    this.facts = facts
    this.gitlab = gitlab
    this.baseUrl = baseUrl
    this.username = username
    this.hasOthers = hasOthers
    this.gitFailure = async () => ifFailed(await facts.git())
    this.git = async () => ifWorking(await facts.git())
    this.target = () => facts.sshTarget(baseUrl)
    this.files = memoize(async () => {
      const { keys, privateKeys } = await options.scanKeys()
      return { keys, privateKeys: privateKeys.map((path) => expandHome(path, home)) }
    })
    this.openFiles = memoize(async () => findOpenFiles(home, (await this.files()).privateKeys))
    this.agent = async () => facts.agent((await this.target()).agentSocket)
    this.connection = memoize(async () => {
      const alias = (await this.identity())?.alias
      const ofAlias = alias === undefined ? undefined : await facts.sshTarget(baseUrl, alias)
      // Without a setting for the alias, ssh would look for a real host with that name.
      const isSet = ofAlias !== undefined && ofAlias.host.toLowerCase() !== alias?.toLowerCase()
      const target = isSet ? ofAlias : await this.target()
      const named = { baseUrl, username, ...(isSet && { alias }) }
      const test = () => testConnection(ssh, target, named)
      return hasNewKey ? untilKnown(test) : test()
    })
    const { owner, accountKeys, gpgKeys } = accountAnswers(gitlab, baseUrl, options.gpgKeys)
    this.owner = owner
    this.accountKeys = accountKeys
    this.gpgKeys = gpgKeys
    const offeredBy = async (agent: Agent) => {
      const host = await facts.sshHost({ host: sshHost(baseUrl), user: 'git' })
      return host ? await offeredKeys(host, agent, facts.keyFingerprint) : []
    }
    this.keysOfConfig = async () =>
      (await offeredBy({ state: 'absent', keys: [] })).map(({ fingerprint }) => fingerprint)
    // Without a response, no key is treated as added.
    this.addedKeys = () => accountKeys().catch((): KeyOnAccount[] => [])
    this.keys = memoize(async () => {
      const [{ keys: files }, agent, account, otherAccount] = await Promise.all([
        this.files(),
        this.agent(),
        this.addedKeys(),
        options.findOtherAccount(gitlab),
      ])
      const offered = (await offeredBy(agent)).map(({ fingerprint }) => fingerprint)
      const isOwn = (other: { instance: string; username: string }) =>
        other.instance === baseUrl && other.username === username
      const others = options.signedInAccounts().filter((other) => !isOwn(other))
      const named = (one: { instance: string; username: string }) => ({
        username: one.username,
        host: new URL(one.instance).host,
      })
      const accounts = { own: named({ instance: baseUrl, username }), others: others.map(named) }
      const sources = { files, agent, account, accounts, otherAccount, offered }
      return usableKeys(sources, { home, now: options.now() })
    })
    this.keyIn = memoize(async (file) => {
      const [key, agent, account] = await Promise.all([
        options.readKey(shownPath(file, home)),
        this.agent(),
        this.addedKeys(),
      ])
      const isAdded = account.some(({ fingerprint }) => fingerprint === key?.fingerprint)
      const isHere = ({ files }: UsableKey) =>
        files !== undefined && [files.publicKey, files.privateKey].includes(file)
      // No other account has a key that this one has.
      const otherAccount = () => undefined
      const files = key && isAdded ? [key] : []
      const sources = { files, agent, account, otherAccount, offered: [] }
      const [own] = usableKeys(sources, { home, now: options.now() }).filter(isHere)
      // Its private key may be in a file with another name.
      return own ?? (await this.keys()).find(isHere)
    })
    this.proposedKey = memoize(async () => {
      const now = options.now()
      const account = await this.addedKeys()
      const isProposable = ({ files, weak, onAccount }: UsableKey) =>
        files && !weak && onAccount && !isExpired(onAccount, now)
      // The first key that GitLab accepts is the most useful one, so the others needn't be read.
      const used = (await offeredBy(await this.agent())).find(({ fingerprint }) =>
        account.some((key) => key.fingerprint === fingerprint && isAccepted(key.entry, now)),
      )
      const key = used && (await this.keyIn(used.value))
      return key && isProposable(key) ? key : (await this.keys()).find(isProposable)
    })
    this.key = async () => (await this.keys())[0]
    this.signing = memoize(async () => {
      const git = await this.git()
      const signing = git && readSigning(git, home)
      if (!signing?.isOn || signing.format !== 'ssh') return signing
      const commit = await this.signedCommit()
      if ('said' in commit) return signing
      return { ...signing, signs: true, publicKey: commit.key ?? signing.publicKey }
    })
    this.identity = memoize(async () => {
      const id = identityId(baseUrl, username)
      return (await readIdentities(facts)).find((identity) => identity.id === id)
    })
    this.folderIdentities = memoize(async () => {
      const git = await this.git()
      return git ? readFolderIdentities(git, facts) : []
    })
    this.commit = memoize(() => testCommit(facts, { isSigned: false }))
    this.signedCommit = memoize(() => testCommit(facts, { isSigned: true }))
    this.gpgSigner = memoize(async () => {
      const git = await this.git()
      if (!git) return undefined
      const key = git.config.get('user.signingkey')
      if (key !== undefined) return findGpgSigner(git, key, facts.findGpgSigningKey)
      const commit = await this.commit()
      if ('said' in commit) return undefined
      return findGpgSigner(git, commit.committer, facts.findGpgSigningKey)
    })
  }
}

/** An account's confirmed emails, the commit email first. */
export function emailChoices({ user, addresses }: Owner): string[] {
  const first = user.commit_email || user.email || addresses.confirmed[0]
  if (!first) return []
  return [first, ...addresses.confirmed.filter((email) => email !== normalEmail(first))]
}

/**
 * Whether an email in git's configuration should be replaced, because commits with it won't be the account's. A private
 * commit email hides the real one, so it isn't replaced even if its host is unknown.
 */
export function isForeignEmail({ addresses }: Owner, email: string): boolean {
  return ['not-on-account', 'unconfirmed'].includes(addressState(email, addresses))
}

/** Whether an email hides the account's real one. */
export function isPrivateEmail(owner: Owner, email: string): boolean {
  return parsePrivateCommitEmail(email)?.id === owner.user.id && !isForeignEmail(owner, email)
}

/**
 * Retries for a few seconds while a key is rejected: on some instances, the SSH server accepts a new key only after a
 * delay.
 */
export async function untilKnown(test: () => Promise<SshConnection>): Promise<SshConnection> {
  for (let tries = 0; tries < 4; tries += 1) {
    const connection = await test()
    if (connection.problem !== 'key-refused') return connection
    await sleep(1_500)
  }
  return test()
}

const ifWorking = (git: Git | GitFailure): Git | undefined => ('version' in git ? git : undefined)
const ifFailed = (git: Git | GitFailure): GitFailure | undefined =>
  'version' in git ? undefined : git

/** A file or folder that other users can read or change. */
interface ExposedFile {
  path: string
  /** Current and required permission bits. */
  mode: number
  requiredMode: number
}

/** Finds files that ssh rejects because other users can read or change them. Windows has different permissions. */
function findOpenFiles(home: string, privateKeys: readonly string[]): ExposedFile[] {
  const user = process.geteuid?.()
  if (user === undefined) return []
  const folder = join(home, '.ssh')
  const candidates: [path: string, refused: number][] = [
    [folder, 0o022],
    [join(folder, 'config'), 0o022],
    ...privateKeys.map((path): [string, number] => [path, 0o077]),
  ]
  return candidates.flatMap(([path, refused]) => {
    const stats = statsOf(path)
    if (!stats || stats.uid !== user) return []
    const mode = stats.mode & 0o777
    if ((mode & refused) === 0) return []
    const requiredMode = mode & ~refused & (stats.isFile() ? ~0o111 : ~0)
    return [{ path, mode, requiredMode }]
  })
}

/** Undefined for a missing file or a link, whose target may be shared on purpose. */
function statsOf(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path)
    return stats.isFile() || stats.isDirectory() ? stats : undefined
  } catch {
    return undefined
  }
}
