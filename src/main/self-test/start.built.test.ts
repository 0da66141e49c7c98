import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { formatJsonExport } from '../../core/audit-log/export.ts'
import { openDataFolder } from '../../core/platform/files/data-folder.ts'
import type { SelfTestReport } from '../../core/platform/self-test/report-file.ts'
import { testFolder } from '../../core/testing/folder.ts'

let work: string
let data: string
beforeEach(() => {
  work = testFolder()
  data = join(work, 'data')
})

/** Starts the built Electron host with these arguments and returns its exit code and output. */
async function run(...args: string[]): Promise<{ code: number; output: string }> {
  const host = fork(join(import.meta.dirname, '../testing/host-process.ts'), [data, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TMPDIR: work, DISPLAY: '', WAYLAND_DISPLAY: '' },
  })
  const output: string[] = []
  for (const stream of [host.stdout!, host.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const [code] = (await once(host, 'close')) as [number]
  return { code, output: output.join('') }
}

describe('built Electron host with whoami', () => {
  it('answers before Electron starts Chromium, which requires a display', async () => {
    const repository = join(work, 'repository')
    execFileSync('git', ['init', '--quiet', repository])
    const { code, output } = await run('whoami', repository, '--json')
    expect(JSON.parse(output)).toMatchObject({ verdict: 'unknown', problems: ['no-accounts'] })
    expect(code).toBe(2)
  })
})

describe.skipIf(process.platform === 'win32')('built Electron host with a command', () => {
  it('answers before Electron starts Chromium, with the help of the running Latchkey', async () => {
    expect(await run('accounts')).toEqual({
      code: 3,
      output: expect.stringContaining('The command line is off.'),
    })
    const program = join(import.meta.dirname, '../testing/host-process.ts')
    const app = fork(program, [data], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const message = async () => ((await once(app, 'message')) as [unknown])[0]
    expect(await message()).toBe('started')
    app.send({ name: 'settings.set', input: { commandLine: true } })
    expect(await message()).toMatchObject({ ok: true })
    await expect.poll(async () => (await run('accounts')).code).toBe(4)
    expect((await run('accounts')).output).toContain('No account is signed in.')
    app.kill('SIGKILL')
    await once(app, 'close')
    expect(await run('accounts')).toEqual({
      code: 3,
      output: expect.stringContaining('Latchkey isn’t running.'),
    })
  })
})

describe('built Electron host with --self-test', () => {
  it('writes its report and exits while another Latchkey uses the data folder', async () => {
    const running = openDataFolder(data)
    const file = join(work, 'report.json')
    // The tests may run as root or in a container, where the sandbox is unavailable.
    const { code, output } = await run('--no-sandbox', '--self-test', file)
    running.close()
    const { checks, ok } = JSON.parse(readFileSync(file, 'utf8')) as SelfTestReport
    const failed = checks.filter(({ result }) => result === 'failed').map(({ name }) => name)
    // keytar may be missing on this computer.
    expect(failed.filter((name) => name !== 'keychain')).toEqual([])
    expect(checks).toHaveLength(13)
    expect(checks.find(({ name }) => name === 'sandbox')).toMatchObject({ result: 'skipped' })
    expect(ok).toBe(failed.length === 0)
    expect(code, output).toBe(ok ? 0 : 1)
    expect(output).toContain(`Self-test ${ok ? 'passed' : 'failed'}. Report: ${file}`)
  })

  it('exits with 2 if no file is given', async () => {
    for (const args of [['--self-test'], ['--self-test', '--verbose']]) {
      const { code, output } = await run(...args, '--demo')
      expect(code).toBe(2)
      expect(output).toContain('--self-test needs a file for its report')
    }
  })

  it("doesn't open a dialog if it refuses to start", async () => {
    const file = join(work, 'report.json')
    const { code, output } = await run('--self-test', file, '--ignore-certificate-errors')
    expect(code).toBe(1)
    expect(output).toContain('Latchkey doesn’t start with --ignore-certificate-errors')
    expect(output).not.toContain('dialog')
  })
})

describe('built Electron host with --policy', () => {
  it('prints the policy and exits without opening a window', async () => {
    const { code, output } = await run('--policy')
    // This computer may be managed itself.
    expect(output).toMatch(/^(This computer has no policy|Policy: )/)
    expect([0, 1, 2]).toContain(code)
    expect(existsSync(data)).toBe(false)
  })
})

describe('built Electron host with --verify-log', () => {
  it('verifies a file and exits without opening a window', async () => {
    const missing = await run('--verify-log', join(work, 'none.csv'))
    expect(missing.code).toBe(2)
    expect(missing.output).toBe(`Couldn’t read ${join(work, 'none.csv')}: it doesn’t exist.\n`)
    const log = join(work, 'log.json')
    const head = { scope: 'whole', count: 0, lastHash: '0'.repeat(64) } as const
    writeFileSync(log, formatJsonExport(head, []))
    const { code, output } = await run('--verify-log', log)
    expect(output).toContain('The log is intact.')
    expect(code).toBe(0)
    expect(existsSync(data)).toBe(false)
  })
})
