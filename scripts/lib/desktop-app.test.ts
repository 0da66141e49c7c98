import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { runDesktopApp, crashReason } from './desktop-app.ts'
import { sandboxProblem } from './electron-sandbox.ts'

const root = mkdtempSync(join(tmpdir(), 'latchkey-desktop-app-'))
afterAll(() => rmSync(root, { recursive: true }))

/** Creates a stand-in for Electron’s binary. */
function program(name: string, ...lines: string[]): string {
  const path = join(root, name)
  writeFileSync(path, ['#!/bin/sh', ...lines].join('\n'))
  chmodSync(path, 0o755)
  return path
}

describe.skipIf(process.platform === 'win32')('runDesktopApp', () => {
  const now = vi.spyOn(performance, 'now')
  beforeEach(() => void now.mockReturnValue(0))
  afterAll(() => now.mockRestore())

  it.each(['TRAP', 'SEGV', 'ABRT', 'ILL'])(
    'reports a crash on startup with SIG%s',
    async (signal) => {
      const binary = program('crash', `kill -${signal} $$`)
      expect(await runDesktopApp(binary, [])).toEqual({
        reason: `Electron crashed at its start (SIG${signal}).`,
      })
    },
  )

  it('returns a nonzero exit code for a later crash', async () => {
    now.mockReturnValueOnce(0).mockReturnValue(60_000)
    expect(await runDesktopApp(program('late', 'kill -SEGV $$'), [])).toEqual({ code: 139 })
  })

  it('reports a missing library or a binary that can’t be executed', async () => {
    expect(await runDesktopApp(program('library', 'exit 127'), [])).toEqual({
      reason: 'A library that Electron needs is not installed.',
    })
    expect(await runDesktopApp(join(root, 'absent'), [])).toEqual({
      reason: expect.stringMatching(/^Electron could not be started \(.*ENOENT/) as string,
    })
  })

  it('recognizes Windows crash codes', () => {
    expect(crashReason(0xc000_0005, null)).toBe('Electron crashed at its start (0xc0000005).')
    for (const code of [0, 1, 128]) expect(crashReason(code, null)).toBeUndefined()
  })

  it('passes arguments to the app and returns its exit code', async () => {
    const binary = program('code', 'test "$1" = --demo && exit 3')
    expect(await runDesktopApp(binary, ['--demo'])).toEqual({ code: 3 })
  })

  it('doesn’t report a crash if a signal stops the app on startup', async () => {
    const start = join(import.meta.dirname, 'testing/desktop-app-process.ts')
    const sleeping = program('sleeping', 'echo ready', 'exec sleep 600')
    const app = spawn(process.execPath, [start, sleeping], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void app.kill('SIGKILL'))
    let output = ''
    app.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    await vi.waitUntil(() => output.includes('ready'))
    app.kill('SIGTERM')
    await once(app, 'close')
    expect(output).toBe('ready\n{"code":143}\n')
  })

  it('sends the app one signal for Ctrl+C from both the terminal and npm', async () => {
    const binary = join(import.meta.dirname, 'testing/signal-counter.ts')
    const start = join(import.meta.dirname, 'testing/desktop-app-process.ts')
    // A separate process group, like one created by a terminal.
    const app = spawn(process.execPath, [start, process.execPath, binary], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void app.kill('SIGKILL'))
    let output = ''
    app.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const isPrinted = (word: string) => vi.waitUntil(() => output.includes(word))
    await isPrinted('ready')
    process.kill(-app.pid!, 'SIGINT')
    process.kill(app.pid!, 'SIGINT')
    await isPrinted('SIGINT')
    process.kill(app.pid!, 'SIGTERM')
    await once(app, 'close')
    expect(output.trim().split('\n')).toEqual(['ready', 'SIGINT', 'SIGTERM', '{"code":0}'])
  })

  it('drops a repeated signal within a second', async () => {
    const logFile = join(root, 'heard')
    const waitForLog = (word: string) =>
      vi.waitUntil(() => readFileSync(logFile, 'utf8').includes(word))
    const binary = program(
      'counter',
      `trap 'echo INT >>"${logFile}"' INT`,
      `trap 'echo TERM >>"${logFile}"; exit 0' TERM`,
      `echo ready >>"${logFile}"`,
      'while :; do sleep 0.1; done',
    )
    writeFileSync(logFile, '')
    const end = runDesktopApp(binary, [])
    await waitForLog('ready')
    const [interrupt, terminate] = (['SIGINT', 'SIGTERM'] as const).map((signal) => {
      const listener = process.listeners(signal).at(-1)!
      return () => listener(signal)
    })
    interrupt!()
    await waitForLog('INT')
    interrupt!()
    now.mockReturnValue(2_000)
    terminate!()
    expect(await end).toEqual({ code: 0 })
    expect(readFileSync(logFile, 'utf8')).toBe('ready\nINT\nTERM\n')
  })
})

describe.runIf(process.platform === 'linux')('sandboxProblem', () => {
  const binary = program('electron')
  const restriction = join(root, 'restriction')
  const user = { user: 1000, restriction }
  beforeEach(() => writeFileSync(restriction, '0\n'))
  function stubUnshare(code: number): void {
    program('unshare', `exit ${code}`)
    vi.stubEnv('PATH', root)
    onTestFinished(() => void vi.unstubAllEnvs())
  }

  it('refuses to run as root', () => {
    expect(sandboxProblem(binary, [], { ...user, user: 0 })).toBe(
      'Electron refuses to run as root.',
    )
  })

  it('suggests the setuid helper if user namespaces are unavailable', () => {
    stubUnshare(1)
    const commands = ['chown root:', 'chmod 4755'].map(
      (command) => `  sudo ${command} '${join(root, 'chrome-sandbox')}'`,
    )
    expect(sandboxProblem(binary, [], user)!.split('\n').slice(1, 3)).toEqual(commands)
    program('chrome-sandbox')
    expect(sandboxProblem(binary, [], user)).toContain(commands.join('\n'))
  })

  it('suggests the setuid helper if AppArmor allows user namespaces only to known programs such as unshare', () => {
    stubUnshare(0)
    writeFileSync(restriction, '1\n')
    expect(sandboxProblem(binary, [], user)).toContain('sudo chmod 4755')
  })

  it.each([
    ['electron (unconfined)', 'accepts the sandbox', undefined],
    ['unconfined', 'suggests the setuid helper', expect.stringContaining('sudo chmod 4755')],
  ])('with AppArmor label "%s", %s', (label, _, problem) => {
    stubUnshare(1)
    writeFileSync(restriction, '1\n')
    const probe = `[ "$ELECTRON_RUN_AS_NODE" = 1 ] && [ "$1" = -p ] && echo '${label}'`
    expect(sandboxProblem(program('electron', probe), [], user)).toEqual(problem)
  })

  it('accepts user namespaces', () => {
    stubUnshare(0)
    expect(sandboxProblem(binary, [], user)).toBeUndefined()
    rmSync(restriction)
    expect(sandboxProblem(binary, [], user)).toBeUndefined()
  })

  it.runIf(process.getuid!() === 0)('accepts a setuid helper', () => {
    stubUnshare(1)
    writeFileSync(restriction, '1\n')
    chmodSync(program('chrome-sandbox'), 0o4755)
    expect(sandboxProblem(binary, [], user)).toBeUndefined()
  })

  it('skips the check if the sandbox is turned off', () => {
    expect(sandboxProblem(binary, ['--no-sandbox'], { ...user, user: 0 })).toBeUndefined()
    vi.stubEnv('ELECTRON_DISABLE_SANDBOX', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(sandboxProblem(binary, [], { ...user, user: 0 })).toBeUndefined()
  })
})
