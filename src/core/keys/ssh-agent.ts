import { runProgram } from '../platform/run-program.ts'
import { type SshPublicKey, readPublicKeys } from './ssh-public-key.ts'

/** An SSH agent on this computer. */
export interface Agent {
  state: 'running' | 'absent' | 'silent'
  keys: readonly SshPublicKey[]
}

/** Queries an agent for its public keys, through this socket or the one in the environment. */
export async function readAgent(
  environment: NodeJS.ProcessEnv,
  socket = environment.SSH_AUTH_SOCK,
): Promise<Agent> {
  const { stdout, exitCode, problem } = await runProgram('ssh-add', ['-L'], {
    environment: { ...environment, SSH_AUTH_SOCK: socket },
    timeMs: 3_000,
  })
  if (problem === 'timeout') return { state: 'silent', keys: [] }
  // Exit code 1 means that the agent has no keys.
  if (exitCode !== 0 && exitCode !== 1) return { state: 'absent', keys: [] }
  return { state: 'running', keys: exitCode === 0 ? readPublicKeys(stdout).keys : [] }
}
