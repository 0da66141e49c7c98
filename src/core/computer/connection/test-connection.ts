import type { SshConnection } from '../../../shared/operations/ssh-connection.ts'
import { runProgram } from '../../platform/run-program.ts'
import { explainConnection } from './explain-connection.ts'
import { type SshOptions, type SshTarget, configOption, sshHost } from './ssh-target.ts'

/**
 * Never prompts, changes files, or trusts an unknown host key. Keeps the user's proxy commands, but disables forwarding
 * and connection sharing.
 */
export const carefulOptions = [
  ...['BatchMode=yes', 'UpdateHostKeys=no', 'ConnectTimeout=10'],
  ...['ClearAllForwardings=yes', 'ForwardAgent=no', 'ControlMaster=no', 'ControlPath=none'],
  ...['PermitLocalCommand=no', 'RemoteCommand=none'],
].flatMap((option) => ['-o', option])

interface ConnectionOptions {
  baseUrl: string
  username: string
  /** A host alias in the ssh configuration. */
  alias?: string | undefined
  /** The only private key file to offer, in place of the configured ones. */
  privateKey?: string | undefined
}

/** Connects over SSH to an instance's host like git does, and explains the outcome. */
export async function testConnection(
  { environment, configFile, program = 'ssh', timeMs = 20_000 }: SshOptions,
  { user, host, port }: SshTarget,
  { baseUrl, username, alias, privateKey }: ConnectionOptions,
): Promise<SshConnection> {
  const options = [...carefulOptions, '-o', 'StrictHostKeyChecking=yes']
  const key = privateKey ? ['-o', 'IdentitiesOnly=yes', '-i', privateKey.replaceAll('%', '%%')] : []
  const command = ['-T', '-v', ...options, ...key, '-l', user, '--', alias ?? sshHost(baseUrl)]
  const run = await runProgram(program, [...configOption(configFile), ...command], {
    environment,
    timeMs,
  })
  return { user, host, port, ...explainConnection(run, username) }
}
