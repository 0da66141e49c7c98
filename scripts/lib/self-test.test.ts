import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

it.each([
  ['Electron is not installed', [], "Electron's binary is not installed"],
  ['--serve is set', ['--serve'], '--serve opens no desktop app.'],
])('fails the self-test with a reason if %s', (_, flags, reason) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'report.json')
  const start = join(import.meta.dirname, '../start.ts')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [start, ...flags, '--self-test', file],
    { encoding: 'utf8', env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder } },
  )
  expect(status, stderr).toBe(1)
  expect(stderr).toContain(reason)
  expect(stderr).toContain('nothing was checked.')
  expect(stdout).toBe('')
  expect(existsSync(file)).toBe(false)
})
