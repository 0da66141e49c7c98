import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { project } from '../../scripts/lib/package/config.ts'
import { connectionFiles } from '../core/command-line/connection.ts'
import { type HostProcess, hostProgram, startHost } from './testing/start-host.ts'

// Commands of a terminal against the built browser host, both in their own processes and without a terminal.

interface Output {
  code: number
  stdout: string
  stderr: string
}

function run(file: string, args: string[], env: Record<string, string> = {}): Promise<Output> {
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [file, ...args],
      { cwd: project, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    ),
  )
}

describe.skipIf(process.platform === 'win32')('a command', () => {
  let folder: string
  let host: HostProcess
  const latchkey = (...args: string[]) => run(hostProgram, ['--data', folder, ...args])
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-command-'))
    host = startHost(folder, { flags: ['--demo-admin'] })
    await host.address()
  })
  afterAll(async () => {
    host.child.kill('SIGKILL')
    await host.ended
    rmSync(folder, { recursive: true })
  })

  it('exits with 3 while the command line is off, and creates nothing', async () => {
    const before = await latchkey('status')
    expect(before).toMatchObject({ code: 3, stdout: '' })
    expect(before.stderr).toContain('Allow it in Latchkey, in Settings')
    const elsewhere = join(folder, 'nothing')
    expect(await run(hostProgram, ['--data', elsewhere, 'status'])).toMatchObject({ code: 3 })
    expect(() => readFileSync(elsewhere)).toThrow('ENOENT')
  })

  it('exits with 2 for a wrong command line', async () => {
    for (const args of [['status', '--bsy'], ['tokens'], ['open', 'nowhere'], ['keys', 'x']]) {
      const { code, stdout, stderr } = await latchkey(...args)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('--help lists the options.')
    }
  })

  it('prints one JSON document, and exits with 0 or 5', async () => {
    await host.value('settings.set', { commandLine: true })
    await expect.poll(async () => (await latchkey('accounts')).code).toBe(0)
    const commands: [args: string[], code: number][] = [
      [['status', 'Out for lunch', '--emoji', 'pizza', '--busy', '--for', '45m'], 0],
      [['status'], 0],
      [['status', '--clear'], 0],
      [['accounts'], 0],
      [['attention'], 5],
      [['keys'], 0],
      [['tokens', 'expiring', '--days', '400'], 0],
      [['expiries'], 0],
      [['users', 'search', 'maya'], 0],
      [['user', 'maya.lindqvist'], 0],
      [['open', 'keys'], 0],
    ]
    for (const [args, code] of commands) {
      const text = await latchkey(...args)
      expect(text.code, args.join(' ')).toBe(code)
      // Nothing is colored without a terminal.
      expect(text.stdout).not.toContain('\u001B')
      const json = await latchkey(...args, '--json')
      expect(json.code, args.join(' ')).toBe(code)
      expect(typeof JSON.parse(json.stdout), args.join(' ')).toBe('object')
      expect(text.stdout + json.stdout).not.toContain('glpat-')
    }
  })

  it('exits with 1 if there is no such user', async () => {
    expect(await latchkey('user', 'nobody.here', '--json')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no user @nobody.here.\n',
    })
  })

  it('prints colors if they are forced, and not with NO_COLOR', async () => {
    const args = ['--data', folder, 'attention']
    expect((await run(hostProgram, args, { CLICOLOR_FORCE: '1' })).stdout).toContain('\u001B[')
    const env = { CLICOLOR_FORCE: '1', NO_COLOR: '1' }
    expect((await run(hostProgram, args, env)).stdout).not.toContain('\u001B')
  })

  it('prints a calendar that ends its lines with CRLF', async () => {
    const { stdout, code } = await latchkey('expiries', '--ics')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^BEGIN:VCALENDAR\r\n(.*\r\n)+END:VCALENDAR\r\n$/)
  })

  it('is answered while another one is', async () => {
    const answers = await Promise.all([latchkey('status', '--json'), latchkey('accounts')])
    expect(answers.map(({ code }) => code)).toEqual([0, 0])
  })

  it('is answered through npm start', async () => {
    const start = join(project, 'scripts/start.ts')
    const { code, stdout } = await run(start, ['accounts', '--json', '--data', folder])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ accounts: [{ isCurrent: true }] })
  })

  it('exits with 3 while Latchkey is locked, and when it no longer runs', async () => {
    await host.value('lock.lock')
    expect(await latchkey('attention', '--json')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'Latchkey is locked. Unlock it in its window.\n',
    })
    host.child.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    expect(await latchkey('attention')).toEqual({
      code: 3,
      stdout: '',
      stderr: 'Latchkey isn’t running.\n',
    })
  })

  it('exits with 130 when it is interrupted', async () => {
    const files = connectionFiles(join(folder, 'silent'))
    mkdirSync(files.folder, { recursive: true, mode: 0o700 })
    writeFileSync(files.key, 'x', { mode: 0o600 })
    const silent = createServer().listen(files.socket)
    await once(silent, 'listening')
    chmodSync(files.socket, 0o600)
    const args = [hostProgram, 'accounts', '--data', join(folder, 'silent')]
    const command = spawn(process.execPath, args)
    const [socket] = (await once(silent, 'connection')) as [Socket]
    command.kill('SIGINT')
    expect(await once(command, 'close')).toEqual([130, null])
    socket.destroy()
    silent.close()
  })

  it('exits with 3 when Latchkey was killed', async () => {
    const data = join(folder, 'killed')
    mkdirSync(data)
    const other = startHost(data)
    await other.value('settings.set', { commandLine: true })
    const ask = () => run(hostProgram, ['--data', data, 'accounts'])
    await expect.poll(async () => (await ask()).code).toBe(4)
    other.child.kill('SIGKILL')
    await other.ended
    expect(await ask()).toMatchObject({ code: 3, stderr: 'Latchkey isn’t running.\n' })
    const again = startHost(data)
    await again.address()
    await expect.poll(async () => (await ask()).code).toBe(4)
    again.child.kill('SIGKILL')
    await again.ended
  })
})
