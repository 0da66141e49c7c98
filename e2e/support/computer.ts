// A computer of its own for tests that set one up: a home folder, an SSH agent, and an OpenSSH server that lets in whoever has a key of
// the account, as GitLab does.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SshServer, startSshServer } from '../../src/core/features/setup/testing/ssh-server.ts'
import type { BreakableComputer } from '../../src/core/features/setup/testing/faults.ts'
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
    const over = new AbortController()
    const lettingIn = letIn(sandbox, server, over.signal)
    // The real ssh, which takes the home folder from the system, with the files of the test.
    const config = server.config(
      [`IdentityFile ${home}/.ssh/id_ed25519`, `IdentityFile ${home}/.ssh/id_rsa`],
      join(home, '.ssh/known_hosts'),
    )
    const ssh = join(folder, 'ssh')
    const lines = `#!/bin/sh\nexec /usr/bin/ssh -F ${config} -o User=${userInfo().username} "$@"\n`
    writeFileSync(ssh, lines, { mode: 0o755 })
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
    const environment = { PATH: `${bin}:${process.env.PATH}`, HOME: home, SSH_AUTH_SOCK: socket }
    Object.assign(keyring.env, environment)
    const run = (program: string, args: readonly string[], at = home) =>
      execFileSync(program, args, { env: environment, cwd: at, stdio: 'pipe', encoding: 'utf8' })
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
    over.abort()
    await lettingIn
    agent.kill()
    await server.stop()
  },
})

/** The server lets in the keys that the account has, until it is over. */
async function letIn(sandbox: TestSandbox, server: SshServer, over: AbortSignal) {
  while (!over.aborted) {
    server.authorize((await listKeys(sandbox)).map(({ key }) => `${key}\n`).join(''))
    await sleep(100)
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
      // The service gives up a connection that is idle while git blocks this process, and a request on it would fail.
      Connection: 'close',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
