import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SshServer, freePort, startSshServer } from '../testing/ssh-server.ts'
import { type SshOptions, readSshTarget } from './ssh-target.ts'
import { testConnection } from './test-connection.ts'

const home = '/nonexistent'
const maya = { baseUrl: 'http://127.0.0.1:8080/gitlab', username: 'maya' }

const test = async (options: SshOptions, account = maya) => {
  const target = await readSshTarget(options, { ...account, home })
  return testConnection(options, target, account)
}

// Windows and macOS have different paths and permissions, but the parsed messages are the same.
describe.runIf(process.platform === 'linux')('testConnection with an OpenSSH server', () => {
  let server: SshServer
  beforeAll(async () => {
    server = await startSshServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => server.trust())

  const ports = (lines: string[], more: Partial<SshOptions> = {}): SshOptions => ({
    environment: { PATH: process.env.PATH, HOME: server.folder },
    localUser: 'somebody',
    configFile: server.config(lines),
    ...more,
  })
  const withKey = (name = 'client') => [`IdentityFile ${join(server.folder, name)}`]

  it('returns the greeting, the target, the host key and the key used', async () => {
    const testResult = await test(ports(withKey()), maya)
    expect(testResult).toEqual({
      user: userInfo().username,
      host: '127.0.0.1',
      port: server.port,
      greeted: 'maya',
      hostKey: server.hostKey,
      offered: [expect.stringMatching(/^SHA256:/)],
    })
  })

  it('reports which user owns the key', async () => {
    const testResult = await test(ports(withKey()), { ...maya, username: 'ines' })
    expect(testResult).toMatchObject({ problem: 'other-account', greeted: 'maya' })
  })

  it('distinguishes a rejected key from a missing one', async () => {
    server.createKey('stranger')
    const refused = await test(ports(withKey('stranger')), maya)
    expect(refused.problem).toBe('key-refused')
    expect(refused.offered).toHaveLength(1)
    const none = await test(ports(['IdentityFile /nonexistent']), maya)
    expect(none).toMatchObject({ problem: 'no-key', offered: [] })
  })

  it("doesn't trust or store an unknown host key", async () => {
    const file = join(server.folder, 'known_hosts')
    server.trust('/dev/null')
    const before = statSync(file).mtimeMs
    const unknown = await test(ports(withKey()), maya)
    expect(unknown).toMatchObject({
      problem: 'host-key-unknown',
      hostKey: server.hostKey,
      offered: [],
    })
    expect(statSync(file).mtimeMs).toBe(before)
  })

  it('stops if the host key has changed', async () => {
    server.trust(`${server.createKey('impostor')}.pub`)
    const testResult = await test(ports(withKey()), maya)
    expect(testResult).toMatchObject({ problem: 'host-key-changed', offered: [] })
    expect(readFileSync(join(server.folder, 'known_hosts'), 'utf8')).not.toContain(server.hostKey)
  })
})

const bare = (lines: Partial<SshOptions> = {}): SshOptions => ({
  environment: { PATH: process.env.PATH },
  localUser: userInfo().username,
  configFile: '/dev/null',
  ...lines,
})

it('connects as git to the SSH port by default', async () => {
  const testResult = await test(bare({ program: 'echo' }), maya)
  expect(testResult).toMatchObject({ user: 'git', host: '127.0.0.1', port: 22 })
})

it('reports a missing program and an unknown host', async () => {
  const missing = await test(bare({ program: '/nonexistent/ssh' }), maya)
  expect(missing.problem).toBe('no-ssh')
  const nowhere = { ...maya, baseUrl: 'https://git.invalid' }
  expect((await test(bare(), nowhere)).problem).toBe('host-not-found')
})

it('kills ssh if it hangs', async () => {
  // Accepts connections but never responds.
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const server = await startSshServer()
  try {
    const file = server.config([])
    const config = readFileSync(file, 'utf8').replace(`Port ${server.port}`, `Port ${port}`)
    writeFileSync(file, config)
    const testResult = await test(bare({ configFile: file, timeMs: 500 }), maya)
    expect(testResult).toMatchObject({ problem: 'timeout', port })
    writeFileSync(file, config.replace(`Port ${port}`, `Port ${await freePort()}`))
    expect((await test(bare({ configFile: file }), maya)).problem).toBe('port-closed')
  } finally {
    silent.close()
    await server.stop()
  }
})
