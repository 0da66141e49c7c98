import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, parse } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from '../testing/is-running.ts'
import { type ProgramOptions, passedOnEnvironment, runForBytes, runProgram } from './run-program.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-program-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const hourMs = 60 * 60_000

/** Runs the given Node program. */
function run(text: string, options: Partial<ProgramOptions> = {}) {
  const file = join(folder, 'program.mjs')
  writeFileSync(file, text)
  const environment = { PATH: process.env.PATH }
  return runProgram(process.execPath, [file], { environment, timeMs: hourMs, ...options })
}

const copyInput = 'process.stdin.pipe(process.stdout)'

describe('runProgram', () => {
  it('returns the outputs and the exit code', async () => {
    const program = 'console.log("out"); console.error("err"); process.exitCode = 3'
    expect(await run(program)).toEqual({ stdout: 'out\n', stderr: 'err\n', exitCode: 3 })
  })

  it('passes only the provided input', async () => {
    expect(await run(copyInput, { input: 'host=gitlab.example\n\n' })).toMatchObject({
      stdout: 'host=gitlab.example\n\n',
      exitCode: 0,
    })
    expect(await run(copyInput)).toMatchObject({ stdout: '', exitCode: 0 })
  })

  it('passes a secret through a pipe that child processes inherit', async () => {
    const program = `
      import { spawnSync } from 'node:child_process'
      const read = "process.stdout.write(require('fs').readFileSync(3))"
      spawnSync(process.execPath, ['-e', read], { stdio: ['ignore', 'inherit', 'inherit', 3] })`
    expect(await run(program, { secret: 'one\ntwo\n' })).toMatchObject({
      stdout: 'one\ntwo\n',
      exitCode: 0,
    })
  })

  it('allows a program to end before it has read its input', async () => {
    const input = 'x'.repeat(1_000_000)
    expect(await run('process.exit(0)', { input })).toMatchObject({ exitCode: 0 })
  })

  it('passes only allowed and explicitly set variables', async () => {
    const environment = { PATH: process.env.PATH, HOME: '/home/maya', GITLAB_TOKEN: 'secret' }
    const program = 'console.log(JSON.stringify(process.env))'
    const { stdout } = await run(program, { environment, variables: { GIT_ASKPASS: '' } })
    const { HOME, GIT_ASKPASS, GITLAB_TOKEN, LC_ALL } = JSON.parse(stdout)
    expect({ HOME, GIT_ASKPASS, GITLAB_TOKEN, LC_ALL }).toEqual({
      HOME: '/home/maya',
      GIT_ASKPASS: '',
      LC_ALL: 'C',
    })
  })

  it('finds PATH when it is spelled Path in a copy of the Windows environment', () => {
    expect(passedOnEnvironment({ Path: 'C:\\Git' })).toMatchObject({ PATH: 'C:\\Git' })
  })

  it('gets neither the folders nor the libraries of the AppImage that Latchkey runs from', () => {
    const APPDIR = '/tmp/.mount_Latchk'
    const environment = passedOnEnvironment({
      APPDIR,
      PATH: `${APPDIR}:${APPDIR}/usr/sbin:/usr/bin:/tmp/.mount_Latchkey-other`,
      LD_LIBRARY_PATH: `${APPDIR}/usr/lib`,
      XDG_DATA_DIRS: `${APPDIR}/usr/share`,
      GSETTINGS_SCHEMA_DIR: `${APPDIR}/usr/share/glib-2.0/schemas`,
    })
    expect(JSON.stringify(environment)).not.toContain(`${APPDIR}/`)
    expect(environment.PATH).toBe('/usr/bin:/tmp/.mount_Latchkey-other')
  })

  it('starts in the given folder, by default in the root folder', async () => {
    const where = 'process.stdout.write(process.cwd())'
    expect((await run(where, { folder })).stdout).toBe(realpathSync(folder))
    expect((await run(where)).stdout).toBe(parse(process.cwd()).root)
  })

  it('returns binary output unchanged', async () => {
    const file = join(folder, 'bytes.mjs')
    writeFileSync(file, 'process.stdout.write(Buffer.from([0, 255, 10]))')
    const { stdout } = await runForBytes(process.execPath, [file], {
      environment: {},
      timeMs: hourMs,
    })
    expect([...stdout]).toEqual([0, 255, 10])
  })

  it('reports a missing program', async () => {
    const options = { environment: {}, timeMs: hourMs }
    expect((await runProgram('/nonexistent/program', [], options)).problem).toBe('absent')
  })

  it('kills a program that writes more than a megabyte or its own limit', async () => {
    const flood = 'setInterval(() => process.stdout.write("x".repeat(100_000)), 1)'
    const flooded = await run(flood)
    expect(flooded.problem).toBe('too-much')
    expect(flooded.stdout.length).toBeLessThanOrEqual(1024 * 1024)
    expect((await run('console.log("longer")', { maxOutput: 5 })).problem).toBe('too-much')
  })
})

// On Windows, a separate program ends them.
describe.skipIf(process.platform === 'win32')('hanging program', () => {
  /** A Node program that atomically writes its PID to a file, then hangs. */
  const hang = (file: string) => `
    const { renameSync, writeFileSync } = require('fs')
    writeFileSync('${file}.part', String(process.pid))
    renameSync('${file}.part', '${file}')
    setInterval(() => {}, 1000)`

  it('is killed along with child processes that hold its output open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const file = join(folder, 'child')
    const running = run(`
      import { spawn } from 'node:child_process'
      spawn(process.execPath, ['-e', ${JSON.stringify(hang(file))}], { stdio: 'inherit' })
      setInterval(() => {}, 1000)`)
    await vi.waitUntil(() => existsSync(file))
    vi.advanceTimersByTime(hourMs)
    expect(await running).toEqual({ stdout: '', stderr: '', problem: 'timeout' })
    const pid = Number(readFileSync(file, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  it('is killed when its signal aborts, and has no timeout', async () => {
    const file = join(folder, 'waiting')
    const canceling = new AbortController()
    const { signal } = canceling
    const args = ['-e', hang(file)]
    const options = { environment: {}, timeMs: undefined, signal }
    const running = runProgram(process.execPath, args, options)
    await vi.waitUntil(() => existsSync(file))
    canceling.abort()
    expect(await running).toEqual({ stdout: '', stderr: '' })
    const pid = Number(readFileSync(file, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
    expect(await runProgram(process.execPath, args, options)).toEqual({ stdout: '', stderr: '' })
  })

  it('is killed when Latchkey ends', async () => {
    const file = join(folder, 'orphan')
    const module = join(import.meta.dirname, 'run-program.ts')
    const host = join(folder, 'host.mjs')
    writeFileSync(
      host,
      `import { existsSync } from 'node:fs'
      import { runProgram } from ${JSON.stringify(module)}
      const args = ['-e', ${JSON.stringify(hang(file))}]
      void runProgram(process.execPath, args, { environment: {}, timeMs: ${hourMs} })
      setInterval(() => existsSync(${JSON.stringify(file)}) && process.exit(0), 20)`,
    )
    execFileSync(process.execPath, [host])
    const pid = Number(readFileSync(file, 'utf8'))
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  })

  it('has no terminal to prompt on', async () => {
    const program = `
      import { openSync } from 'node:fs'
      try { openSync('/dev/tty', 'r+'); console.log('asks') } catch { console.log('no terminal') }`
    expect((await run(program)).stdout).toBe('no terminal\n')
  })
})
