import { type ProgramOptions, runProgram } from '../../platform/run-program.ts'
import { expandHome } from '../home-paths.ts'

export interface SshOptions {
  environment: NodeJS.ProcessEnv
  /** The user's name on this computer, which ssh uses by default. */
  localUser: string
  /** Replaces the user's and the system's configuration. */
  configFile?: string
  /** Name or path of the program. */
  program?: string
  /** Connection timeout in ms. */
  timeMs?: number
}

/** Where ssh would connect. */
export interface SshTarget {
  user: string
  host: string
  port: number
  /** Where ssh stores host keys. */
  knownHostsFile: string
  /** The socket of an agent that overrides the one in the environment. */
  agentSocket?: string
}

/**
 * Queries ssh itself (`ssh -G`), because the user's configuration may set another host, port or user. GitLab's user is
 * `git`.
 */
export async function readSshTarget(
  { environment, localUser, configFile, program = 'ssh' }: SshOptions,
  { baseUrl, home, alias }: { baseUrl: string; home: string; alias?: string | undefined },
): Promise<SshTarget> {
  const host = alias ?? sshHost(baseUrl)
  const args = [...configOption(configFile), '-G', '--', host]
  const options: ProgramOptions = { environment, timeMs: 5_000 }
  const { stdout } = await runProgram(program, args, options)
  const valueOf = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(stdout)?.[1]?.trim()
  const user = valueOf('user')
  const agent = valueOf('identityagent')
  // Files are separated by spaces, but paths may contain spaces too.
  const [knownHostsFile = '~/.ssh/known_hosts'] =
    valueOf('userknownhostsfile')?.split(/ (?=[/~]|[A-Za-z]:)/) ?? []
  return {
    user: user === undefined || user === localUser ? 'git' : user,
    host: valueOf('hostname') ?? host,
    port: Number(valueOf('port') ?? 22),
    knownHostsFile: expandHome(knownHostsFile, home),
    ...(agent && /[/\\]/.test(agent) && { agentSocket: expandHome(agent, home) }),
  }
}

/** The host of an instance's URL, without the brackets around IPv6 addresses. */
export function sshHost(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
}

export function configOption(configFile: string | undefined): string[] {
  return configFile === undefined ? [] : ['-F', configFile]
}
