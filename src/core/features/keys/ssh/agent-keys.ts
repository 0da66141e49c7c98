import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import { runProgram } from '../../../platform/run-program.ts'
import { readAgent } from '../../../keys/ssh-agent.ts'
import type { SshPublicKey } from '../../../keys/ssh-public-key.ts'

/** A public key whose private key is held by an agent. */
export interface AgentKey {
  /** The agent's name. */
  agent: string
  key: SshPublicKey
}

/**
 * The keys in all running agents: the system's, 1Password's, gpg's, and Pageant on Windows. Queries each agent once.
 */
export async function readAgentKeys(
  environment: NodeJS.ProcessEnv,
  home: string,
): Promise<AgentKey[]> {
  const sockets = await findSockets(environment, home)
  const read = await Promise.all(
    [...sockets].map(async ([socket, agent]) => {
      const { keys } = await readAgent(environment, socket || undefined)
      return keys.map((key) => ({ agent, key }))
    }),
  )
  return read.flat()
}

/** Agent names by socket; an empty socket stands for the one that ssh-add finds by default. */
async function findSockets(
  environment: NodeJS.ProcessEnv,
  home: string,
): Promise<Map<string, string>> {
  const system = textOf(message('keys.systemAgent'))
  if (process.platform === 'win32') {
    const pipes = readdirOrNone('\\\\.\\pipe\\').filter((name) => name.startsWith('pageant.'))
    return new Map([
      [environment.SSH_AUTH_SOCK ?? '', system],
      ...pipes.map((name): [string, string] => [`\\\\.\\pipe\\${name}`, 'Pageant']),
    ])
  }
  const agentNames = new Map<string, string>()
  const add = (socket: string | undefined, name: string) => {
    const path = socket && socketAt(socket)
    if (path && !agentNames.has(path)) agentNames.set(path, name)
  }
  add(join(home, '.1password/agent.sock'), '1Password')
  add(join(home, 'Library/Group Containers/2BUA8C4S2C.com.1password/t/agent.sock'), '1Password')
  add(await gpgSocket(environment), 'gpg-agent')
  add(environment.SSH_AUTH_SOCK, system)
  return agentNames
}

/** Queries gpg without starting its agent. */
async function gpgSocket(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const args = ['--list-dirs', 'agent-ssh-socket']
  const { stdout } = await runProgram('gpgconf', args, { environment, timeMs: 3_000 })
  return stdout.trim() || undefined
}

/** A socket's real path; undefined for anything else. */
function socketAt(path: string): string | undefined {
  try {
    return statSync(path).isSocket() ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}

function readdirOrNone(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
