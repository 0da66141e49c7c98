import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatJsonExport } from '../../src/core/audit-log/export.ts'
import { project } from './package/config.ts'
import { documentedCommands, textOf } from './testing/documented-commands.ts'

// Runs the `npm start` commands from the docs that neither open a window nor serve the page.

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-docs-'))))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program with an empty home folder. */
function run(program: string, args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') }
  return new Promise((resolve) =>
    execFile(program, args, { cwd: project, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  )
}
const npmStart = (...args: string[]) => run('npm', ['start', '--silent', '--', ...args])

const flags = Array.from(
  textOf('README.md').matchAll(/^\| `((?:--|whoami).+?)`/gm),
  ([, flag]) => ({
    page: 'README.md',
    args: flag!.split(' '),
  }),
)
const commands = [...documentedCommands.filter(({ script }) => script === 'start'), ...flags]
  // Only the desktop app has the self-test, see docs.test.ts.
  .filter(({ args }) => args.length > 0 && args[0] !== '--self-test')

it('finds the README’s flags', () => expect(flags.length).toBeGreaterThan(5))

// `npm start` checks the options before it prints the help.
it.each(commands)('recognizes the options in $page: $args', async ({ args }) => {
  const host = join(project, 'out/main/serve.js')
  expect(await run(process.execPath, [host, ...args, '--help'])).toEqual({
    code: 0,
    output: expect.stringContaining('Options:'),
  })
})

it('runs whoami for a folder', async () => {
  const { code, output } = await npmStart('whoami', folder, '--json')
  expect(code).toBe(2)
  expect(output).toContain('isn’t in a Git repository.')
})

it('verifies an exported audit log', async () => {
  const file = join(folder, 'audit-log.json')
  writeFileSync(file, formatJsonExport({ scope: 'whole', count: 0, lastHash: '0'.repeat(64) }, []))
  const { code, output } = await npmStart('--verify-log', file)
  expect(output).toContain('The log is intact.')
  expect(code).toBe(0)
})

it('lists the options of npm start', async () => {
  const { code, output } = await npmStart('--help')
  expect(output).toContain('--demo-admin')
  expect(code).toBe(0)
})
