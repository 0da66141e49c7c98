import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findGuards } from './find-guard.ts'
import { guards } from './table.ts'

// `npm run lab -- guards` removes every guard, which takes minutes. This test only checks that the table is complete.

const root = join(import.meta.dirname, '../..')
const marked = findGuards(root)
const guardedIds = guards.flatMap((guard) => [guard.id, ...(guard.also ?? []).map(({ id }) => id)])

describe('the table of guards', () => {
  it('lists every marked guard, and no others', () => {
    expect([...new Set(guardedIds)].sort()).toEqual(marked.map(({ id }) => id).sort())
  })

  it('lists at least one guard for every exploit test', () => {
    const tests = globSync('{src,scripts}/**/*.exploit.test.ts', { cwd: root })
    const unguarded = tests
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !guards.some(({ test }) => test === file))
    expect(unguarded).toEqual([])
  })

  it('refers only to existing test files', () => {
    for (const { test } of guards) expect(existsSync(join(root, test)), test).toBe(true)
  })

  it('lists a guard for every guarantee in docs/security.md', () => {
    const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
    const guarantees = [...page.matchAll(/\| `([^`]+\.test\.ts)`: (.+?) +\|$/gm)]
    expect(guarantees.length).toBeGreaterThan(40)
    const isGuarded = (test: string, title: string) =>
      guards.some(
        (one) => one.test === test && (one.title.includes(title) || title.includes(one.title)),
      )
    const unguarded = guarantees.filter(([, test, title]) => !isGuarded(test!, title!))
    // No single line of code guards the Electron version.
    expect(unguarded.map(([, , title]) => title)).toEqual([
      'pins a stable Electron release in the lockfile',
    ])
  })
})
