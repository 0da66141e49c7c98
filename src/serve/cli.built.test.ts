import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatJsonExport } from '../core/audit-log/export.ts'
import { openDataFolder } from '../core/platform/files/data-folder.ts'
import { startKeyring } from '../../scripts/lib/keyring.ts'
import { startSandbox } from '../sandbox/start.ts'
import { createAuthority } from '../core/platform/network/testing/authority.ts'
import { startTlsServer } from '../core/platform/network/testing/tls-server.ts'
import { asNobody, giveToNobody } from '../core/platform/files/testing/as-nobody.ts'
import { type HostProcess, hostProgram, startHost } from './testing/start-host.ts'
import { enter, postJson } from './testing/test-page.ts'
import { testFolder } from '../core/testing/folder.ts'

// The built browser host in a separate process.

let folder: string
const running: HostProcess[] = []
beforeEach(() => void (folder = testFolder()))
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

function start(...[data, options]: Parameters<typeof startHost>): HostProcess {
  const host = startHost(data, options)
  running.push(host)
  return host
}

describe('host whose output nobody reads', () => {
  it("keeps running, doesn't log the error, and exits on request", async () => {
    const host = start(folder, { flags: ['--verbose'] })
    await host.address()
    host.child.stdout.destroy()
    host.child.stderr.destroy()
    const input = { name: 'TypeError', stack: '' }
    for (let nth = 0; nth < 10; nth += 1) await host.value('diagnostics.pageFailed', input)
    expect(await host.value('accounts.list')).toMatchObject({ accounts: [] })
    const log = join(folder, 'logs/latchkey.log')
    expect(readFileSync(log, 'utf8')).not.toContain('EPIPE')
    expect(statSync(log).size).toBeLessThan(10_000)
    host.child.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    openDataFolder(folder).close()
  })
})

describe('host with --verify-log', () => {
  it.each([
    ['an intact export', () => formatJsonExport(exportHead, []), 0, 'The log is intact.'],
    [
      'a modified export',
      () => formatJsonExport({ ...exportHead, count: 1 }, []),
      1,
      'The file isn’t complete',
    ],
    ['another file', () => 'name,email\r\n', 2, 'isn’t an export of an audit log'],
    ['a missing file', undefined, 2, 'doesn’t exist'],
  ])('exits with the result for %s', async (_, makeText, code, result) => {
    const [data, file] = [join(folder, 'data'), join(folder, 'log.json')]
    if (makeText) writeFileSync(file, makeText())
    const host = start(data, { flags: ['--verify-log', file] })
    expect(await host.ended).toBe(code)
    expect(host.output()).toContain(result)
    expect(existsSync(data)).toBe(false)
  })
})

describe('host with whoami', () => {
  const clone = () => join(folder, 'home/clone')
  const env = () => ({ HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1', SSH_AUTH_SOCK: '' })
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', clone(), ...args], { env: { PATH: process.env.PATH, ...env() } })
  beforeEach(() => {
    mkdirSync(clone(), { recursive: true })
    git('init', '-q')
    git('remote', 'add', 'origin', 'https://git.example/group/clone.git')
    git('config', '--global', 'user.name', 'Maya')
    git('config', '--global', 'user.email', 'maya@example.com')
  })

  const ask = async (data: string, ...flags: string[]) => {
    const host = start(data, { flags: ['whoami', ...flags], env: env() })
    return { code: await host.ended, said: host.output() }
  }

  it('exits with the result while another host uses the data folder', async () => {
    const data = join(folder, 'data')
    const running = start(data, { env: env() })
    await running.address()
    expect(await ask(data, clone())).toEqual({
      code: 2,
      said: expect.stringContaining('Open Repositories in Latchkey once.'),
    })
    const account = { id: 'a', instance: 'https://git.example', username: 'maya' }
    const accountFacts = {
      ...account,
      emails: { confirmed: ['maya@example.com'], unconfirmed: [] },
    }
    writeFileSync(join(data, 'known-accounts.json'), JSON.stringify({ accounts: [accountFacts] }))
    const { code, said } = await ask(data, clone(), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject({
      verdict: 'wrong',
      problems: ['unsigned'],
      path: '~/clone',
      remote: { host: 'git.example' },
      account: { instance: 'https://git.example', username: 'maya' },
      email: { value: 'maya@example.com', file: '~/.gitconfig', line: 3 },
    })
    expect(await running.value('accounts.list')).toMatchObject({ accounts: [] })
  })

  it.each([
    ['a folder without a repository', ['.'], 'isn’t in a Git repository.'],
    ['an unknown option', ['--jsn'], 'Unknown option --jsn. --help lists the options.'],
    ['a second folder', ['.', 'other'], 'Unexpected argument other. --help lists the options.'],
  ])('exits with 2 for %s and creates nothing', async (_, flags, said) => {
    const data = join(folder, 'data')
    const cwd = flags.map((flag) => (flag === '.' ? folder : flag))
    expect(await ask(data, ...cwd)).toEqual({ code: 2, said: expect.stringContaining(said) })
    expect(existsSync(data)).toBe(false)
  })
})

describe('host with --help', () => {
  it.each(['--help', '-h'])(
    'prints the options for %s and exits without creating anything',
    async (flag) => {
      const data = join(folder, 'data')
      const host = start(data, { flags: [flag] })
      expect(await host.ended).toBe(0)
      for (const option of [
        '--data',
        '--demo-admin',
        '--port',
        '--policy',
        '--verify-log',
        'whoami',
        '--json',
      ]) {
        expect(host.output()).toContain(`  ${option} `)
      }
      expect(existsSync(data)).toBe(false)
    },
  )
})

const exportHead = { scope: 'whole', count: 0, lastHash: '0'.repeat(64) } as const

function isReadable(path: string): boolean {
  try {
    return readFileSync(path).length > 0
  } catch {
    return false
  }
}

describe('failed start', () => {
  async function refusal(data: string, options?: Parameters<typeof startHost>[1]): Promise<string> {
    const host = start(data, options)
    expect(await host.ended).toBe(1)
    expect(host.output()).not.toMatch(/^\s+at /m)
    expect(host.output().trimEnd()).not.toContain('\n')
    return host.output()
  }

  it.each([
    [['--demonstrate'], 'Unknown option --demonstrate.'],
    [['--port'], '--port needs a value.'],
    [['--demo=yes'], '--demo takes no value.'],
    [['--help=yes'], '--help takes no value.'],
    [['demo'], 'Unexpected argument demo.'],
    [['--json'], 'Unknown option --json.'],
  ])('prints one sentence for %j', async (flags, problem) => {
    const data = join(folder, 'data')
    expect(await refusal(data, { flags })).toBe(`${problem} --help lists the options.\n`)
    expect(existsSync(data)).toBe(false)
  })

  it.each<[string, string, (path: string) => void]>([
    ['a file in place of the folder', '', (path) => writeFileSync(path, 'mine')],
    ['a dangling link', '', (path) => symlinkSync('/gone/away', path)],
    ['an invalid lock file', 'lock.db', (path) => writeFileSync(path, 'mine')],
    ['a folder in place of the lock file', 'lock.db', (path) => mkdirSync(path)],
    ['a folder in place of the accounts', 'accounts.json', (path) => mkdirSync(path)],
  ])('prints one sentence for %s', async (_, name, make) => {
    const data = join(folder, 'data')
    if (name !== '') mkdirSync(data)
    const path = join(data, name)
    make(path)
    const said = await refusal(data)
    expect(said).toContain(path.replace(/\/$/, ''))
    expect(said).toMatch(/Move .*away|delete the file|[Cc]hoose another folder/)
  })

  it('prints one sentence for a folder in use', async () => {
    const host = start(folder)
    await host.address()
    expect(await refusal(folder)).toContain(`already running with the data folder ${folder}. Close`)
    expect(await host.value('accounts.list')).toMatchObject({ accounts: [] })
  })

  it('prints one sentence for a port in use', async () => {
    const host = start(folder)
    const { port } = await host.address()
    const said = await refusal(join(folder, 'other'), { flags: ['--port', port] })
    expect(said).toContain('Choose another port')
  })

  it('prints one sentence for a Node option that exposes its connections', async () => {
    const env = { NODE_OPTIONS: `--tls-keylog=${join(folder, 'keys')}` }
    expect(await refusal(folder, { env })).toContain('doesn’t start with --tls-keylog')
  })

  it('prints one sentence if the open file limit is too low', async () => {
    expect(await refusal(join(folder, 'data'), { openFiles: 64 })).toContain('ulimit -n 1024')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  // Root can read and write everywhere, so the host runs as the user `nobody` if it can read the program.
  const isRoot = process.getuid?.() === 0
  const nobody = isRoot ? { uid: 65_534 } : {}
  const canRunAsNobody =
    process.platform !== 'win32' && (!isRoot || asNobody(() => isReadable(hostProgram)))

  it.runIf(canRunAsNobody).each([
    ['read', 0o555],
    ['neither read nor write', 0],
  ])("prints one sentence for a folder that it can't %s", async (_, mode) => {
    const data = join(folder, 'data')
    chmodSync(folder, 0o755)
    mkdirSync(data)
    writeFileSync(join(data, 'accounts.json'), '{ "accounts": [] }', { mode: 0o444 })
    chmodSync(data, mode)
    for (const path of [data, join(data, 'accounts.json')]) giveToNobody(path)
    const said = await refusal(data, nobody)
    expect(said).toContain(`Latchkey can’t use its data folder. ${data} can’t be used: permission`)
    chmodSync(data, 0o700)
    expect(readdirSync(data)).toEqual(['accounts.json'])
  })
})

it('host prints a one-time URL per press of Enter and revokes the previous one', async () => {
  const host = start(folder)
  const first = await host.address()
  host.child.stdin.write('\n')
  const second = await host.address(1)
  await expect(enter(first.href)).rejects.toThrow()
  const page = await enter(second.href)
  await expect(enter(second.href)).rejects.toThrow()
  const status = async () =>
    (await postJson(`${second.origin}/invoke`, { name: 'settings.get' }, page)).status
  expect(await status()).toBe(200)
  const log = readFileSync(join(folder, 'logs/latchkey.log'), 'utf8')
  expect(log).toContain('Rejected a wrong, used, or expired key.')
  host.child.stdin.end()
  expect(await status()).toBe(200)
})

it('host ignores NODE_TLS_REJECT_UNAUTHORIZED', async () => {
  const authority = createAuthority()
  const server = await startTlsServer(authority.issue())
  const host = start(folder, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
  const input = { baseUrl: server.url, token: 'glpat-x' }
  expect(await host.invoke('accounts.add', input)).toMatchObject({
    ok: false,
    failure: { reason: 'unknown-authority' },
  })
  expect(server.asked()).toBe(0)
  await server.stop()
  authority.remove()
})

it('host creates the parent folders of its data folder', async () => {
  const host = start(join(folder, 'above', 'data'))
  await host.address()
})

it.runIf(process.platform === 'linux')(
  'host saves to the keychain despite more open connections than its file limit',
  async () => {
    const [keyring, sandbox] = await Promise.all([startKeyring(), startSandbox({ users: 20 })])
    const host = start(folder, { openFiles: 256, env: keyring.env })
    const { port } = await host.address()
    await host.value('accounts.list')
    const idle = Array.from({ length: 400 }, () => connect(Number(port), '127.0.0.1'))
    await Promise.all(
      idle.map((socket) => new Promise((done) => socket.once('connect', done).once('error', done))),
    )
    const input = { baseUrl: sandbox.url, token: sandbox.tokens.user }
    expect(await host.value('accounts.add', input)).toMatchObject({ token: 'keychain' })
    for (const socket of idle) socket.destroy()
    host.child.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    await Promise.all([keyring.stop(), sandbox.stop()])
  },
)
