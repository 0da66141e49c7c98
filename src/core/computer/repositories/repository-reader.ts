import type { Repository } from '../../../shared/operations/repositories.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import { memoize } from '../../platform/memoize.ts'
import type { ComputerFacts } from '../computer-facts.ts'
import { published } from '../connection/host-key.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { shownPath } from '../home-paths.ts'
import { listSettings, settingsIn } from '../survey/git.ts'
import type { AccountFacts } from './account-facts.ts'
import { readConditionalRemotes } from './conditional-remotes.ts'
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

/** How long git may take (ms) for a repository in a list. */
const listTimeMs = 3000

interface ReaderOptions {
  facts: ComputerFacts
  accounts: readonly AccountFacts[]
  /** Those of a terminal that determine what git commits there. */
  terminal?: NodeJS.ProcessEnv
}

export interface RepositoryReader extends IdentityReader {
  /** A repository for lists, with the accounts on its remote's instance. Once aborted, without asking git. */
  describe(repository: ScannedRepository, signal?: AbortSignal): Promise<Repository>
  /** A reader of the same computer, as git in a terminal with these variables sees it. */
  with(terminal: NodeJS.ProcessEnv): Promise<RepositoryReader>
  /** Without the author and committer. */
  listedSettings(
    repository: ScannedRepository,
  ): Promise<SettingsInRepository | { problem: ReadProblem }>
}

/** Reads repositories, each once. */
export async function openRepositoryReader({
  facts,
  accounts,
  terminal,
}: ReaderOptions): Promise<RepositoryReader> {
  const { home, environment, limiter } = facts
  const usualSettings = terminal
    ? settingsIn(await listSettings(environment, terminal))
    : await facts.usualSettings()
  const conditionalRemotes = memoize(() => readConditionalRemotes(usualSettings, facts))
  const git = { environment, terminal, limiter }
  const listedSettings = memoize((repository: ScannedRepository) => readSettingsIn(repository, git))

  const destination: IdentityReader['destination'] = async ({ name, urls }) => {
    const all = await Promise.all(
      urls.map(async (url) => {
        const remote = parseRemoteUrl(url)
        return { remote, accounts: await accountsAt(remote, accounts, facts) }
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
    // guard: conditional-remotes
    const mayChange = (await conditionalRemotes())(settings)
    if (!isSure || mayChange)
      return readSettingsIn(repository, { ...git, signal, timeMs: listTimeMs })
    const target = pushTarget(settings, branch)
    return target ? { target } : {}
  }

  return {
    ...facts,
    terminal,
    accounts,
    with: (variables) => openRepositoryReader({ facts, accounts, terminal: variables }),
    lines: new ConfigLines(),
    usual: usualSettings,
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

/** The accounts on a remote's instance. The host may be an SSH alias. */
async function accountsAt(
  remote: RemoteUrl,
  all: readonly AccountFacts[],
  { sshHost: configOf }: ComputerFacts,
): Promise<AccountFacts[]> {
  const { host } = remote
  if (host === undefined || all.length === 0) return []
  if (!remote.isSsh) return all.filter(({ account }) => isBelow(remote, account.instance))
  const direct = all.filter(({ account }) => sshHost(account.instance).toLowerCase() === host)
  if (direct.length > 0) return direct
  const names = await Promise.all(
    all.map(async ({ account }) => {
      const name = sshHost(account.instance).toLowerCase()
      const target = await configOf({ host: name, user: 'git' })
      return [name, target?.hostName, ...(published.hosts.includes(name) ? published.hosts : [])]
    }),
  )
  const target = await configOf(remote)
  return all.filter((_, at) => target && names[at]!.includes(target.hostName))
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
