import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { readAgentKeys } from './agent-keys.ts'
import { SshKeys } from '../ssh.ts'

// Windows uses named pipes instead of sockets.
describe.skipIf(process.platform === 'win32')('SSH agent keys', () => {
  let home: string
  let environment: NodeJS.ProcessEnv
  const agents: ChildProcess[] = []
  const scan = () => {
    const agentKeys = () => readAgentKeys(environment, home)
    return new SshKeys({ home, hostName: 'laptop', agentKeys, now: currentTime }).scan()
  }

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'latchkey-agents-'))
    mkdirSync(join(home, '.ssh'), { mode: 0o700 })
    mkdirSync(join(home, '.1password'))
    environment = { PATH: process.env.PATH, HOME: home }
  })
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.kill()
    rmSync(home, { recursive: true })
  })

  const createKey = (path: string, comment: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', path])

  async function startAgent(socket: string, keys: string[]) {
    agents.push(spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' }))
    const env = { ...environment, SSH_AUTH_SOCK: socket }
    await vi.waitFor(() => execFileSync('ssh-add', keys, { env, stdio: 'pipe' }))
  }

  it("are listed once each, with the agent's name instead of a file name", async () => {
    const path = (name: string) => join(home, name)
    createKey(path('work'), 'maya@work')
    createKey(path('.ssh/id_ed25519'), 'maya@home')
    environment.SSH_AUTH_SOCK = path('agent.sock')
    await startAgent(path('.1password/agent.sock'), [path('work')])
    await startAgent(path('agent.sock'), [path('.ssh/id_ed25519')])
    const rows = await scan()
    expect(rows.filter((row) => row.kind === 'key')).toEqual([
      expect.objectContaining({
        title: 'maya@home',
        privateKey: '~/.ssh/id_ed25519',
        agents: ['SSH agent'],
      }),
      expect.objectContaining({
        title: 'maya@work',
        agent: '1Password',
        file: '1Password',
        agents: ['1Password'],
      }),
    ])
  })

  it('are attributed to their agent if only the public key is in a file', async () => {
    createKey(join(home, '.ssh/token'), 'maya@token')
    environment.SSH_AUTH_SOCK = join(home, 'agent.sock')
    await startAgent(environment.SSH_AUTH_SOCK, [join(home, '.ssh/token')])
    rmSync(join(home, '.ssh/token'))
    const keys = (await scan()).filter((row) => row.kind === 'key')
    expect(keys.map(({ agent, files }) => [agent, files])).toEqual([
      ['SSH agent', ['SSH agent', '~/.ssh/token.pub']],
    ])
  })

  it("don't block the file list when an agent hangs", async () => {
    createKey(join(home, '.ssh/id_ed25519'), 'maya@home')
    environment.SSH_AUTH_SOCK = join(home, 'agent.sock')
    const silent = createServer().listen(environment.SSH_AUTH_SOCK)
    try {
      expect((await scan()).filter((row) => row.kind === 'key')).toHaveLength(1)
    } finally {
      silent.close()
    }
  })

  it('are all listed, even 5,000 with hostile comments', async () => {
    environment.SSH_AUTH_SOCK = join(home, 'agent.sock')
    const server = createServer().listen(environment.SSH_AUTH_SOCK)
    const lines = Array.from({ length: 5_000 }, (_, index) => {
      const blob = Buffer.concat([
        Buffer.from('0000000b7373682d6564323535313900000020', 'hex'),
        Buffer.alloc(32, `${index} `),
      ])
      return `ssh-ed25519 ${blob.toString('base64')} $(touch ${home}/owned) \u202E${index}`
    })
    writeFileSync(join(home, 'keys'), lines.join('\n'))
    writeFileSync(join(home, 'ssh-add'), `#!/bin/sh\nexec cat ${home}/keys\n`, { mode: 0o755 })
    environment.PATH = `${home}:${process.env.PATH}`
    try {
      const keys = (await scan()).filter((row) => row.kind === 'key')
      expect(keys).toHaveLength(5_000)
      expect(keys[7]!.title).toContain('$(touch')
    } finally {
      server.close()
    }
  })
})
