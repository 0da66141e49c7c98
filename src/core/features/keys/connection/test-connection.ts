import type { SshConnection } from '../../../../shared/app/ssh-connection.ts'
import { runProgram } from '../../../infra/run-program.ts'
import { explainConnection } from './explain-connection.ts'

export interface SshPorts {
  environment: NodeJS.ProcessEnv
  /** The person's name on this computer, which ssh uses unless told otherwise. */
  localUser: string
  /** A file instead of the configuration of the user and the system. */
  configFile?: string
  /** Name or path of the program. */
  program?: string
  /** Milliseconds for a connection. */
  timeMs?: number
}

/** Where ssh would connect to. */
type Target = Pick<SshConnection, 'user' | 'host' | 'port'>

/**
 * Nothing is asked, no file is changed, and a host whose key is unknown isn't trusted. What the user's configuration runs to get
 * through a proxy is kept; forwarding and sharing of connections are not.
 */
const options = [
  ...['BatchMode=yes', 'StrictHostKeyChecking=yes', 'UpdateHostKeys=no', 'ConnectTimeout=10'],
  ...['ClearAllForwardings=yes', 'ForwardAgent=no', 'ControlMaster=no', 'ControlPath=none'],
  ...['PermitLocalCommand=no', 'RemoteCommand=none'],
].flatMap((option) => ['-o', option])

/** Connects over SSH to the host of an instance's URL, as git would, and explains the outcome. */
export async function testConnection(
  ports: SshPorts,
  { baseUrl, username }: { baseUrl: string; username: string },
): Promise<SshConnection> {
  const { environment, configFile, program = 'ssh', timeMs = 20_000 } = ports
  // IPv6 addresses have brackets in URLs only.
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  const config = configFile === undefined ? [] : ['-F', configFile]
  const target = await readTarget(ports, host, config)
  const run = await runProgram(
    program,
    [...config, '-T', '-v', ...options, '-l', target.user, '--', host],
    { environment, timeMs },
  )
  return { ...target, ...explainConnection(run, username) }
}

/** Reads `ssh -G`: the user's configuration may name another host, port or user. GitLab's user is `git`. */
async function readTarget(
  { environment, localUser, program = 'ssh' }: SshPorts,
  host: string,
  config: readonly string[],
): Promise<Target> {
  const { stdout } = await runProgram(program, [...config, '-G', '--', host], {
    environment,
    timeMs: 5_000,
  })
  const valueOf = (name: string) => new RegExp(`^${name} (.+)$`, 'm').exec(stdout)?.[1]?.trim()
  const user = valueOf('user')
  return {
    user: user === undefined || user === localUser ? 'git' : user,
    host: valueOf('hostname') ?? host,
    port: Number(valueOf('port') ?? 22),
  }
}
