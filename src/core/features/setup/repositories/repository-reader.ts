import type { Repository } from '../../../../shared/operations/repositories.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'
import type { TaskLimiter } from '../../../platform/task-limiter.ts'
import { readAgent } from '../../../keys/ssh-agent.ts'
import { published } from '../connection/host-key.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { shownPath } from '../home-paths.ts'
import { readUsualSettings } from '../survey/git.ts'
import type { SurveyOptions } from '../survey/survey.ts'
import type { AccountFacts } from './account-facts.ts'
import { type MayChangeTarget, readConditionalRemotes } from './conditional-remotes.ts'
import { ConfigLines } from './config-lines.ts'
import type { ScannedRepository } from './find-repositories.ts'
import { isSurePush, pushTarget } from './push-target.ts'
import { type RemoteUrl, parseRemoteUrl } from './remote-url.ts'
import type { IdentityReader } from './repository-identity.ts'
import {
  type ReadProblem,
  type SettingsInRepository,
  readRepositorySettings,
  readSettingsIn,
} from './repository-settings.ts'
import { type RemoteHost, type SshHostConfig, readSshHost } from './ssh-key.ts'

/** The maximum number of remote hosts that one reader looks up with ssh. */
const hostLimit = 200
/** How long git may take (ms) for a repository in a list. */
const listTimeMs = 3000

interface ReaderOptions {
  survey: Pick<
    SurveyOptions,
    'home' | 'environment' | 'ssh' | 'asksAgents' | 'now' | 'findGpgSigningKey'
  >
  limiter: TaskLimiter
  accounts: readonly AccountFacts[]
  /** Those of a terminal that determine what git commits there. */
  terminal?: NodeJS.ProcessEnv
}

export interface RepositoryReader extends IdentityReader {
  /** A repository for lists, with the accounts on its remote's instance. Once aborted, without asking git. */
  describe(repository: ScannedRepository, signal?: AbortSignal): Promise<Repository>
  /** Without the author and committer. */
  listedSettings(
    repository: ScannedRepository,
  ): Promise<SettingsInRepository | { problem: ReadProblem }>
}

/** Reads repositories. Makes each query to git, ssh, agents and signers only once. */
export async function openRepositoryReader({
  survey,
  limiter,
  accounts,
  terminal,
}: ReaderOptions): Promise<RepositoryReader> {
  const { home, environment, ssh, now, findGpgSigningKey, asksAgents } = survey
  const usualSettings = await readUsualSettings(environment, terminal)
  let conditionalRemotes: Promise<MayChangeTarget> | undefined
  const hosts = new SshHosts((remote) => limiter.take(() => readSshHost(remote, { ssh, home })))
  const git = { environment, terminal, limiter }
  const agentAt = memoize((socket: string | undefined) => readAgent(environment, socket))
  const listedSettings = memoize((repository: ScannedRepository) => readSettingsIn(repository, git))

  const destination: IdentityReader['destination'] = async ({ name, urls }) => {
    const all = await Promise.all(
      urls.map(async (url) => {
        const remote = parseRemoteUrl(url)
        return { remote, accounts: await accountsAt(remote, accounts, hosts) }
      }),
    )
    const chosen = all.find((one) => one.accounts.length > 0) ?? all[0]!
    const { shown: url, host } = chosen.remote
    const others = all.filter((one) => one !== chosen).map(({ remote }) => remote.shown)
    return {
      ...chosen,
      shown: {
        name: truncate(parseRemoteUrl(name).shown, nameLimit),
        url,
        ...(host !== undefined && { host }),
        accounts: chosen.accounts.map(({ account }) => account.id),
        ...(others.length > 0 && { otherUrls: others }),
      },
    }
  }

  async function targetOf(
    repository: ScannedRepository,
    signal: AbortSignal | undefined,
  ): Promise<Pick<SettingsInRepository, 'target'> | { problem: ReadProblem }> {
    const { pushSettings = [], branch } = repository
    const settings = [...usualSettings, ...pushSettings]
    const isSure = repository.pushSettings && isSurePush(settings)
    conditionalRemotes ??= readConditionalRemotes(usualSettings, { home, environment })
    // guard: conditional-remotes
    const mayChange = (await conditionalRemotes)(settings)
    if (!isSure || mayChange)
      return readSettingsIn(repository, { ...git, signal, timeMs: listTimeMs })
    const target = pushTarget(settings, branch)
    return target ? { target } : {}
  }

  return {
    home,
    environment,
    terminal,
    now: now(),
    limiter,
    accounts,
    lines: new ConfigLines(),
    usual: usualSettings,
    // The program is the same for all.
    findGpgSigningKey: memoize((name, program) =>
      limiter.take(() => findGpgSigningKey(name, program)),
    ),
    async agent(socket = environment.SSH_AUTH_SOCK) {
      if (!asksAgents) return { state: 'absent', keys: [] }
      return agentAt(socket)
    },
    sshHost: (remote) => hosts.read(remote),
    destination,
    listedSettings,
    settings: memoize((repository) =>
      readRepositorySettings(repository, git, listedSettings(repository)),
    ),
    async describe(repository, signal) {
      const { path, kind, problem } = repository
      const shown = { path: shownPath(path, home), kind }
      if (problem) return { ...shown, problem }
      const read = await targetOf(repository, signal)
      if ('problem' in read) {
        // Its identity is read later, with more time.
        const isLate = signal?.aborted || read.problem === 'timed-out'
        return isLate ? shown : { ...shown, problem: read.problem }
      }
      const remote = read.target && (await destination(read.target)).shown
      return { ...shown, ...(remote && { remote }) }
    },
  }
}

/** Calls a function only once for each first argument. */
function memoize<Key, Rest extends unknown[], Result>(
  call: (key: Key, ...rest: Rest) => Result,
): (key: Key, ...rest: Rest) => Result {
  const results = new Map<Key, Result>()
  return (key, ...rest) => {
    const result = results.get(key) ?? call(key, ...rest)
    results.set(key, result)
    return result
  }
}

/** The accounts on a remote's instance. The host may be an SSH alias. */
async function accountsAt(
  remote: RemoteUrl,
  all: readonly AccountFacts[],
  hosts: SshHosts,
): Promise<AccountFacts[]> {
  const { host } = remote
  if (host === undefined || all.length === 0) return []
  if (!remote.isSsh) return all.filter(({ account }) => isBelow(remote, account.instance))
  const direct = all.filter(({ account }) => sshHost(account.instance).toLowerCase() === host)
  if (direct.length > 0) return direct
  const names = await Promise.all(
    all.map(async ({ account }) => {
      const name = sshHost(account.instance).toLowerCase()
      const target = await hosts.read({ host: name, user: 'git' })
      return [name, target?.hostName, ...(published.hosts.includes(name) ? published.hosts : [])]
    }),
  )
  const target = await hosts.read(remote)
  return all.filter((_, at) => target && names[at]!.includes(target.hostName))
}

/** The ssh configuration of hosts, queried once per host. */
class SshHosts {
  readonly #read: (remote: RemoteHost) => Promise<SshHostConfig>
  readonly #known = new Map<string, Promise<SshHostConfig>>()

  constructor(read: (remote: RemoteHost) => Promise<SshHostConfig>) {
    this.#read = read
  }

  /** Undefined for remotes without a host and beyond the limit. */
  async read({
    host,
    user,
    port,
    command,
  }: Partial<RemoteHost>): Promise<SshHostConfig | undefined> {
    if (host === undefined) return undefined
    const key = JSON.stringify([host, user, port, command])
    const known = this.#known.get(key)
    // guard: host-count
    if (known || this.#known.size >= hostLimit) return known
    const reading = this.#read({ host, user, port, ...(command && { command }) })
    this.#known.set(key, reading)
    return reading
  }
}

/** Whether a URL belongs to an instance, which may be in a subfolder of its host. Another port is another server. */
function isBelow({ shown }: RemoteUrl, instance: string): boolean {
  if (!URL.canParse(shown)) return false
  const [url, base] = [new URL(shown), new URL(instance)]
  const folder = base.pathname.replace(/\/*$/, '/')
  // guard: instance-port
  if (!/^https?:$/.test(url.protocol) || url.host !== base.host) return false
  return url.pathname.startsWith(folder)
}
