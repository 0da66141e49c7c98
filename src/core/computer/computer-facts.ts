import { memoize } from '../platform/memoize.ts'
import { TaskLimiter } from '../platform/task-limiter.ts'
import type { FindGpgSigningKey } from '../keys/gpg-signing-key.ts'
import { opensWithoutPassphrase } from '../keys/passphrase.ts'
import { type Agent, readAgent } from '../keys/ssh-agent.ts'
import { type GitSetting, readGitConfigFile } from './changes/git-config.ts'
import { type SshOptions, type SshTarget, readSshTarget } from './connection/ssh-target.ts'
import {
  type RemoteHost,
  type SshHostConfig,
  keyFingerprint,
  readSshHost,
} from './repositories/ssh-key.ts'
import {
  type Git,
  type GitFailure,
  type OriginalSetting,
  listSettings,
  readGit,
  settingsIn,
} from './survey/git.ts'

interface Home {
  home: string
  environment: NodeJS.ProcessEnv
}

/** What git says about this computer. */
export interface GitFacts extends Home {
  git(): Promise<Git | GitFailure>
  /** The settings that apply outside of repositories; none if git doesn't work. */
  usualSettings(): Promise<readonly OriginalSetting[]>
  /** The settings of a configuration file. */
  configFile(path: string): Promise<readonly GitSetting[]>
  /** The settings of a configuration file and the files that it includes. */
  configWithIncludes(path: string): Promise<readonly GitSetting[]>
}

/** A computer, and the programs that may be asked about it. */
export interface ComputerOptions extends Home {
  ssh: SshOptions
  /** Whether SSH agents may be queried. */
  asksAgents: boolean
  /** Milliseconds since 1970. */
  now(): number
  findGpgSigningKey: FindGpgSigningKey
}

/**
 * What git, ssh, gpg, and agents say about this computer. Each question is asked once, when its answer is first needed,
 * so every survey, plan, and application needs its own facts, and another one for what it reads again after a write.
 */
export interface ComputerFacts extends GitFacts {
  limiter: TaskLimiter
  now(): number
  /** An agent's keys, by default of the agent in the environment. */
  agent(socket?: string): Promise<Agent>
  /** Where ssh connects to for an instance, or for an alias of it. */
  sshTarget(baseUrl: string, alias?: string): Promise<SshTarget>
  /** Undefined for remotes without a host and beyond the limit. */
  sshHost(remote: Partial<RemoteHost>): Promise<SshHostConfig | undefined>
  opensWithoutPassphrase(path: string): Promise<boolean>
  keyFingerprint(file: string): string | undefined
  findGpgSigningKey: FindGpgSigningKey
}

export function gitFacts({ home, environment }: Home): GitFacts {
  const list = memoize(() => listSettings(environment))
  return {
    home,
    environment,
    git: memoize(() => readGit(environment, list())),
    usualSettings: memoize(async () => settingsIn(await list())),
    configFile: memoize((path) => readGitConfigFile(path, environment)),
    configWithIncludes: memoize((path) => readGitConfigFile(path, environment, { includes: true })),
  }
}

/** How many hosts to look up with ssh. */
const hostLimit = 200

/** `limiter` also limits the programs of other facts that share it. */
export function computerFacts(
  { home, environment, ssh, asksAgents, now, findGpgSigningKey }: ComputerOptions,
  limiter = new TaskLimiter(),
): ComputerFacts {
  const hosts = new Map<string, Promise<SshHostConfig>>()
  const agentAt = memoize((socket: string | undefined) => readAgent(environment, socket))
  return {
    ...gitFacts({ home, environment }),
    limiter,
    now,
    async agent(socket = environment.SSH_AUTH_SOCK) {
      return asksAgents ? agentAt(socket) : { state: 'absent', keys: [] }
    },
    sshTarget: memoize((baseUrl, alias) => readSshTarget(ssh, { baseUrl, home, alias })),
    async sshHost({ host, user, port, command }) {
      if (host === undefined) return undefined
      const key = JSON.stringify([host, user, port, command])
      const existing = hosts.get(key)
      // guard: host-count
      if (existing || hosts.size >= hostLimit) return existing
      const remote = { host, user, port, ...(command && { command }) }
      const reading = limiter.take(() => readSshHost(remote, { ssh, home }))
      hosts.set(key, reading)
      return reading
    },
    opensWithoutPassphrase: memoize((path) => opensWithoutPassphrase(path, environment)),
    // guard: key-file-once
    keyFingerprint: memoize(keyFingerprint),
    findGpgSigningKey: memoize((name, program) =>
      limiter.take(() => findGpgSigningKey(name, program)),
    ),
  }
}
