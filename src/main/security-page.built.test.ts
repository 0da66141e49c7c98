import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// docs/security.md names for each promise where it is kept and which test holds it. Every one of these tests has to exist.

const root = join(import.meta.dirname, '../..')
const report = mkdtempSync(join(tmpdir(), 'latchkey-security-'))

interface Promised {
  what: string
  keptIn: string
  test: string
  /** A part of the test's name. */
  title: string
}

const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const promises = rows.flatMap((cells): Promised[] => {
  const held = /^`([^`]+\.test\.ts)`: (.+)$/.exec(cells.at(-1)!)
  if (!held) return []
  return [
    { what: cells.slice(0, -2).join(' '), keptIn: cells.at(-2)!, test: held[1]!, title: held[2]! },
  ]
})

/** The tests of these files by their full names. They are not run: the suite that they belong to does that. */
let listed: { file: string; name: string }[]
beforeAll(() => {
  const output = join(report, 'tests.json')
  spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['list', '--staticParse=false'],
      ...['unit', 'desktop', 'built'].flatMap((name) => ['--project', name]),
      ...[`--json=${output}`, ...new Set(promises.map(({ test }) => test))],
    ],
    { cwd: root, stdio: 'ignore' },
  )
  const found = JSON.parse(readFileSync(output, 'utf8')) as typeof listed
  listed = found.map(({ file, name }) => ({
    file: relative(root, file).replaceAll('\\', '/'),
    // It joins the titles of suites in another way than reports do.
    name: name.replaceAll(' > ', ' '),
  }))
}, 300_000)
afterAll(() => rmSync(report, { recursive: true }))

describe('the page on security', () => {
  it('has all twenty lines of the checklist, in order, and no line without a test', () => {
    const numbers = rows.map(([first]) => Number(first)).filter((number) => number > 0)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    const tests = rows.filter((cells) => cells.some((cell) => cell.includes('.test.ts')))
    expect(promises).toHaveLength(tests.length)
    expect(promises.length).toBeGreaterThan(30)
  })

  it.each(promises)('tells the truth: $what', ({ keptIn, test, title }) => {
    expect(existsSync(join(root, keptIn.replaceAll('`', ''))), keptIn).toBe(true)
    expect(existsSync(join(root, test)), test).toBe(true)
    const named = listed.filter(({ file, name }) => file === test && name.includes(title))
    expect(named.length, `tests of that name in ${test}`).toBeGreaterThan(0)
  })

  it('names every test that opens with an attack', () => {
    const unnamed = globSync('{src,scripts}/**/*.exploit.test.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !promises.some(({ test }) => test === file))
    expect(unnamed).toEqual([])
  })
})
