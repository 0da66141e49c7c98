import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, it } from 'vitest'

const program = join(import.meta.dirname, '../../../../out/main/directory-check.js')
const folder = mkdtempSync(join(tmpdir(), 'latchkey-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('checks the directory in a thread of its own as it was built', async () => {
  expect(existsSync(program)).toBe(true)
  const path = join(folder, 'directory.db')
  writeFileSync(path, 'no database '.repeat(1000))
  for (const [file, isGood] of [
    [path, false],
    [join(folder, 'none.db'), true],
  ] as const) {
    const said = await new Promise((resolve, reject) => {
      new Worker(program, { workerData: file }).once('message', resolve).once('error', reject)
    })
    expect(said).toBe(isGood)
  }
})
