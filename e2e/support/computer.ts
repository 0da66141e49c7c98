// An isolated computer for setup tests: a home folder, an SSH agent, and an OpenSSH server that accepts the account’s
// keys, as GitLab would.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { type SshServer, startSshServer } from '../../src/core/computer/testing/ssh-server.ts'
import type { BreakableComputer } from '../../src/core/computer/testing/faults.ts'
import type { TestSandbox } from './sandbox.ts'
import { expect, test as base } from './test.ts'

export interface Computer extends BreakableComputer {
  home: string
  git(args: string[], folder?: string): string
  restorePrograms(): void
}

export const test = base.extend<{ computer: Computer }>({
  async computer({ sandbox, keyring, folder }, use) {
    const home = join(folder, 'home')
    const bin = join(folder, 'bin')
    mkdirSync(home)
    const server = await startSshServer('Welcome to GitLab, @maya.lindqvist!')
    const keySync = await startKeySync(sandbox, server)
    // Points the real ssh at the test’s files, because it gets the home folder from the system.
    const config = server.config(
      [
        `IdentityFile ${home}/.ssh/id_ed25519`,
        `IdentityFile ${home}/.ssh/id_rsa`,
        'Match all',
        `Include ${home}/.ssh/config`,
      ],
      join(home, '.ssh/known_hosts'),
    )
    const ssh = join(folder, 'ssh')
    const lines = [
      '#!/bin/sh',
      `[ -n "$SKIP_KEY_SYNC" ] || ${keySync.command}`,
      `exec /usr/bin/ssh -F ${config} -o User=${userInfo().username} "$@"`,
    ]
    writeFileSync(ssh, `${lines.join('\n')}\n`, { mode: 0o755 })
    const replaceProgram: Computer['replaceProgram'] = (name, script) => {
      const original = name === 'ssh' ? ssh : `/usr/bin/${name}`
      writeFileSync(join(bin, name), `#!/bin/sh\n${script(original)}\n`, { mode: 0o755 })
    }
    const restorePrograms = () => {
      rmSync(bin, { recursive: true, force: true })
      mkdirSync(bin)
      replaceProgram('ssh', (original) => `exec ${original} "$@"`)
    }
    restorePrograms()
    const socket = join(folder, 'agent')
    const agent = await startAgent(socket)
    const environment = {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      SSH_AUTH_SOCK: socket,
    }
    Object.assign(keyring.env, environment)
    const run = (program: string, args: readonly string[], at = home) =>
      execFileSync(program, args, {
        // Skips the key lookup, which this blocking call would keep from responding.
        env: { ...environment, SKIP_KEY_SYNC: '1' },
        cwd: at,
        stdio: 'pipe',
        encoding: 'utf8',
      })
    const removeKeysOfAccount = async () => {
      for (const { id } of await listKeys(sandbox)) await keysOf(sandbox, 'DELETE', `/${id}`)
    }
    await removeKeysOfAccount()
    await use({
      folder,
      home,
      path: (name) => join(home, name),
      run,
      git: (args, at) => run('git', args, at),
      replaceProgram,
      restorePrograms,
      removeKeysOfAccount,
      async addKeyToAccount(usage) {
        const key = run('cat', [join(home, '.ssh/id_ed25519.pub')])
        await keysOf(sandbox, 'POST', '', { title: 'Laptop', key, usage_type: usage })
      },
    })
    agent.kill()
    await keySync.stop()
    await server.stop()
  },
})

/** Every file’s content and mode, and every link’s target. */
export function filesOf(home: string): Record<string, string> {
  const entries = readdirSync(home, { recursive: true, encoding: 'utf8' }).map((name) => {
    const path = join(home, name)
    const stats = lstatSync(path)
    const mode = (stats.mode & 0o777).toString(8)
    if (stats.isSymbolicLink()) return [name, `-> ${readlinkSync(path)}`]
    return stats.isFile() ? [name, `${mode} ${readFileSync(path, 'latin1')}`] : []
  })
  return Object.fromEntries(entries.filter(([name]) => name !== undefined))
}

/** Updates the server with the account’s keys before each ssh connection. */
async function startKeySync(sandbox: TestSandbox, server: SshServer) {
  let lastUpdate = Promise.resolve()
  const answer = async (response: ServerResponse) => {
    server.authorize((await listKeys(sandbox)).map(({ key }) => `${key}\n`).join(''))
    response.setHeader('Connection', 'close').end()
  }
  const keySync = createServer((_, response) => {
    lastUpdate = lastUpdate.then(() => answer(response))
  }).listen(0, '127.0.0.1')
  await once(keySync, 'listening')
  const { port } = keySync.address() as AddressInfo
  const script = `http.get('http://127.0.0.1:${port}', (answer) => answer.resume())`
  return {
    command: `"${process.execPath}" -e "${script}"`,
    async stop() {
      keySync.close()
      // An ssh that was killed may leave a response in progress.
      await lastUpdate
    },
  }
}

async function startAgent(socket: string): Promise<ChildProcess> {
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' })
  await expect.poll(() => existsSync(socket)).toBe(true)
  return agent
}

async function listKeys(sandbox: TestSandbox): Promise<{ id: number; key: string }[]> {
  return (await (await keysOf(sandbox, 'GET')).json()) as never
}

function keysOf({ url, tokens }: TestSandbox, method: string, path = '', body?: object) {
  return fetch(`${url}/api/v4/user/keys${path}`, {
    method,
    headers: {
      'PRIVATE-TOKEN': tokens.user,
      'Content-Type': 'application/json',
      // While git blocks this process, the sandbox closes idle connections, and reusing one would fail.
      Connection: 'close',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
