import { join, resolve, sep } from 'node:path'
import { z } from 'zod'
import type {
  IdentityTableRow,
  IdentityTarget,
  Repository,
  RepositoryIdentity,
  RepositoryScan,
} from '../../../../shared/operations/repositories.ts'
import {
  FolderPath,
  type IdentityFields,
  type ShownPlan,
  identityFolderLimit,
} from '../../../../shared/operations/identities.ts'
import { message } from '../../../../shared/messages/message.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { readAgent } from '../../../keys/ssh-agent.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import type { PlannedChange } from '../changes/planned-change.ts'
import { planSshHostFile } from '../changes/ssh-files.ts'
import { published } from '../connection/host-key.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { expandHome, shownPath } from '../home-paths.ts'
import { identityId } from '../identities/identity-files.ts'
import type { Identities } from '../identities/identities.ts'
import { identityParts } from '../identities/plan-identity.ts'
import { readGit } from '../survey/git.ts'
import type { Survey, SurveyOptions } from '../survey/survey.ts'
import { type AccountFacts, type AccountHere, accountFacts } from './account-facts.ts'
import { readSigner, signerProblem } from './commit-signer.ts'
import { ConfigLines } from './config-lines.ts'
import { type FoundRepository, findRepositories } from './find-repositories.ts'
import { readIdentityTable } from './identity-table.ts'
import { planRepositorySettings } from './plan-repository.ts'
import { type RemoteUrl, parseRemoteUrl, rewriteUrl } from './remote-url.ts'
import { type IdentityReader, formatIdent, readIdentity } from './repository-identity.ts'
import { type RepositorySetting, Turns, readRepositorySettings } from './repository-settings.ts'
import { type HostOfRemote, type SshHostConfig, readSshHost } from './ssh-key.ts'

export const FoldersFile = z.object({ folders: z.array(FolderPath).default([]) })

interface RepositoriesOptions {
  survey: SurveyOptions
  folders: JsonFile<z.output<typeof FoldersFile>>
  /** Whether nothing outside of the home folder may be read. */
  onlyHome: boolean
  accountsHere(): readonly AccountHere[]
  identities: Identities
  surveyOf(gitlab: GitLabClient): Survey
}

/** Different hosts of remotes that ssh is asked about in one scan, at most. */
const hostLimit = 200

/** The repositories of a computer. What the last scan found can be asked about; nothing else. */
export class Repositories {
  readonly #options: RepositoriesOptions
  readonly #turns = new Turns()
  #scan = new AbortController()
  #found = new Map<string, FoundRepository>()

  constructor(options: RepositoriesOptions) {
    this.#options = options
  }

  folders(): string[] {
    return this.#options.folders.read().folders
  }

  setFolders(folders: readonly string[]): string[] {
    const { home } = this.#options.survey
    const shown = folders.map((folder) => shownPath(resolve(expandHome(folder, home)), home))
    const next = [...new Set(shown)]
    this.#options.folders.write({ folders: next })
    return next
  }

  /** Forgets the folders and what was found. */
  clear(): void {
    this.cancelScan()
    this.#options.folders.remove()
    this.#found.clear()
  }

  cancelScan(): Record<string, never> {
    this.#scan.abort()
    return {}
  }

  async scan(
    folders: readonly string[],
    onProgress: (progress: { repositories: number; folders: number }) => void,
  ): Promise<RepositoryScan> {
    this.cancelScan()
    const scan = new AbortController()
    this.#scan = scan
    const { environment, home } = this.#options.survey
    const paths = folders.map((folder) => resolve(expandHome(folder, home)))
    const allowed = paths.filter((path) => this.#isAllowed(path))
    const found = await findRepositories(allowed, { signal: scan.signal, onProgress })
    if (this.#scan === scan) {
      this.#found = new Map(
        found.repositories.map((repository) => [shownPath(repository.path, home), repository]),
      )
    }
    const git = await readGit(environment)
    const context = { settings: 'settings' in git ? git.settings : [], hosts: this.#hosts() }
    const repositories = await Promise.all(
      found.repositories.map((repository) => this.#describe(repository, context)),
    )
    const refused = paths
      .filter((path) => !allowed.includes(path))
      .map((folder) => ({ folder, problem: 'not-in-home' as const }))
    return {
      repositories,
      limits: found.limits,
      problems: [...found.problems, ...refused].map(({ folder, problem }) => ({
        folder: shownPath(folder, home),
        problem,
      })),
    }
  }

  /** Plans an identity of an account for some repositories; what works already stays. */
  async planIdentity(gitlab: GitLabClient, target: IdentityTarget): Promise<ShownPlan> {
    const { identities, survey } = this.#options
    const { fields, isNew } = await identities.propose(gitlab)
    if (target.kind === 'repository')
      return identities.show(await this.#planRepository(gitlab, this.#find(target.path), fields))
    const options = { isLast: true, keepsSigning: isNew && fields.key === undefined }
    if (target.kind === 'host')
      return identities.planSave(gitlab, { ...fields, scope: 'host' }, options)
    const folder = shownPath(expandHome(target.folder, survey.home), survey.home)
    const folders = [...new Set([...fields.folders, folder])]
    if (folders.length > identityFolderLimit) {
      const reason = message('setup.tooManyFolders', { max: identityFolderLimit })
      throw new FailureError({ kind: 'invalid', message: reason })
    }
    return identities.planSave(gitlab, { ...fields, folders }, options)
  }

  async #planRepository(
    gitlab: GitLabClient,
    repository: FoundRepository,
    fields: IdentityFields,
  ): Promise<PlannedChange[]> {
    const { survey, surveyOf } = this.#options
    const reader = await this.#reader()
    const read = await readRepositorySettings(repository, reader)
    const { configFile } = repository
    if (configFile === undefined || 'problem' in read) {
      const reason = message('setup.repositoryNotRead', { path: repository.path })
      throw new FailureError({ kind: 'invalid', message: reason })
    }
    const { settings } = read
    const account = surveyOf(gitlab)
    const parts = await identityParts(account, { ...fields, scope: 'folders' })
    const { sshKey } = await readIdentity(repository, reader)
    const isReached = !sshKey || sshKey.account === gitlab.account
    const commit = { folder: repository.path, settings, committer: formatIdent(fields) }
    const facts = accountFacts(
      { id: gitlab.account, instance: account.baseUrl, username: account.username, gitlab },
      survey.gpgKeys,
    )
    const signer = await readSigner(commit, { ...reader, agent: () => reader.agent() })
    const { email } = fields
    const comparison = { email, account: facts, now: reader.now }
    const isSigned = !signer.problem && !(await signerProblem(signer, comparison))
    const signs = fields.signs && !isSigned
    const wanted = [
      ...parts.author,
      ...overridden(settings, fields),
      ...(signs ? parts.signing : []),
      ...(isReached ? [] : parts.remotes),
    ]
    const id = identityId(account.baseUrl, account.username)
    return [
      ...(isReached || !parts.sshHost ? [] : planSshHostFile(survey.home, id, parts.sshHost)),
      ...(signs ? parts.signer : []),
      ...planRepositorySettings({ configFile, settings }, wanted, survey),
    ]
  }

  /** One that the last scan found. */
  #find(path: string): FoundRepository {
    const repository = this.#found.get(path)
    // guard: found-repository
    if (!repository)
      throw new FailureError({ kind: 'conflict', message: message('setup.repositoryGone') })
    return repository
  }

  async identities(paths: readonly string[]): Promise<RepositoryIdentity[]> {
    const reader = await this.#reader()
    return Promise.all(
      paths.map(async (path) => {
        const repository = this.#found.get(path) ?? { path, kind: 'clone', problem: 'gone' }
        return { path, ...(await readIdentity(repository, reader)) }
      }),
    )
  }

  async identityTable(): Promise<IdentityTableRow[]> {
    const { survey } = this.#options
    return readIdentityTable(survey, this.#facts())
  }

  #isAllowed(path: string): boolean {
    const { onlyHome, survey } = this.#options
    // guard: demo-folders
    return !onlyHome || join(path, sep).startsWith(join(survey.home, sep))
  }

  async #describe(
    { path, kind, remote, problem }: FoundRepository,
    context: RemoteContext,
  ): Promise<Repository> {
    const shown = { path: shownPath(path, this.#options.survey.home), kind }
    const why = problem && { problem }
    if (!remote) return { ...shown, ...why }
    const { shown: url, host } = parseRemoteUrl(remote.url)
    const accounts = (await this.#accountsOf(remote.url, context)).map(({ id }) => id)
    return {
      ...shown,
      remote: {
        name: truncate(remote.name, nameLimit),
        url,
        ...(host !== undefined && { host }),
        accounts,
      },
      ...why,
    }
  }

  /** The accounts whose instance a remote is at: by its URL, or else by what git makes of it. */
  async #accountsOf(url: string, { settings, hosts }: RemoteContext): Promise<AccountHere[]> {
    const direct = await this.#accountsAt(parseRemoteUrl(url), hosts)
    const rewritten = rewriteUrl(url, settings)
    return direct.length > 0 || rewritten === url
      ? direct
      : this.#accountsAt(parseRemoteUrl(rewritten), hosts)
  }

  /** The name of a host may be one of the SSH configuration. */
  async #accountsAt(remote: RemoteUrl, hosts: SshHosts): Promise<AccountHere[]> {
    const { host } = remote
    const all = this.#options.accountsHere()
    if (host === undefined || all.length === 0) return []
    if (!remote.isSsh) return all.filter(({ instance }) => isBelow(remote, instance))
    const direct = all.filter(({ instance }) => sshHost(instance).toLowerCase() === host)
    if (direct.length > 0) return direct
    const names = await Promise.all(
      all.map(async ({ instance }) => {
        const name = sshHost(instance).toLowerCase()
        const target = await hosts.read({ host: name, user: 'git' })
        return [name, target?.hostName, ...(published.hosts.includes(name) ? published.hosts : [])]
      }),
    )
    const target = await hosts.read(remote)
    return all.filter((_, at) => target && names[at]!.includes(target.hostName))
  }

  #hosts(): SshHosts {
    const { ssh, home } = this.#options.survey
    return new SshHosts((remote) => this.#turns.take(() => readSshHost(remote, { ssh, home })))
  }

  #facts(): AccountFacts[] {
    const { accountsHere, survey } = this.#options
    return accountsHere().map((account) => accountFacts(account, survey.gpgKeys))
  }

  async #reader(): Promise<IdentityReader> {
    const { home, environment, now, findSecretGpgKeys, asksAgents } = this.#options.survey
    const git = await readGit(environment)
    const facts = this.#facts()
    const hosts = this.#hosts()
    const agents = new Map<string | undefined, ReturnType<typeof readAgent>>()
    const signers = new Map<string, ReturnType<typeof findSecretGpgKeys>>()
    return {
      home,
      environment,
      now: now(),
      turns: this.#turns,
      lines: new ConfigLines(),
      usual: 'config' in git ? git.config : new Map(),
      findSecretGpgKeys: (name, program) => {
        const known = signers.get(name) ?? this.#turns.take(() => findSecretGpgKeys(name, program))
        signers.set(name, known)
        return known
      },
      async agent(socket) {
        if (!asksAgents) return { state: 'absent', keys: [] }
        const known = agents.get(socket) ?? readAgent(environment, socket)
        agents.set(socket, known)
        return known
      },
      sshHost: (remote) => hosts.read(remote),
      accountsOf: async (url, settings) => {
        const ids = (await this.#accountsOf(url, { settings, hosts })).map(({ id }) => id)
        return facts.filter(({ account }) => ids.includes(account.id))
      },
    }
  }
}

/** Settings that count more than `user.name` and `user.email`, where there are any. */
function overridden(
  settings: readonly RepositorySetting[],
  { name, email }: IdentityFields,
): [name: string, value: string][] {
  const values = { name, email }
  return ['author', 'committer'].flatMap((role) =>
    (['name', 'email'] as const).flatMap((part): [string, string][] => {
      const setting = `${role}.${part}`
      return settings.some((other) => other.name === setting) ? [[setting, values[part]]] : []
    }),
  )
}

interface RemoteContext {
  settings: readonly { name: string; value: string }[]
  hosts: SshHosts
}

/** What ssh says about hosts, each of which it is asked about once. */
class SshHosts {
  readonly #read: (remote: HostOfRemote) => Promise<SshHostConfig>
  readonly #known = new Map<string, Promise<SshHostConfig>>()

  constructor(read: (remote: HostOfRemote) => Promise<SshHostConfig>) {
    this.#read = read
  }

  /** Undefined for a remote without a host, and after too many. */
  async read({ host, user, port }: Partial<HostOfRemote>): Promise<SshHostConfig | undefined> {
    if (host === undefined) return undefined
    const key = JSON.stringify([host, user, port])
    const known = this.#known.get(key)
    // guard: host-count
    if (known || this.#known.size >= hostLimit) return known
    const reading = this.#read({ host, user, port })
    this.#known.set(key, reading)
    return reading
  }
}

/** Whether a URL is one of an instance, which may lie in a folder of its host. */
function isBelow({ shown }: RemoteUrl, instance: string): boolean {
  if (!URL.canParse(shown)) return false
  const [url, base] = [new URL(shown), new URL(instance)]
  const folder = base.pathname.replace(/\/*$/, '/')
  return url.host === base.host && url.pathname.startsWith(folder)
}
