import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writtenFiles } from '../core/features/setup/changes/written-files.ts'

// docs/security.md names for each promise where it is kept and which test holds it. Every one of these tests has to exist.

const root = join(import.meta.dirname, '../..')

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

/** The titles in a file as they stand in its source, with `%s` where a row of a table is put in. */
function titlesIn(test: string): string[] {
  const source = readFileSync(join(root, test), 'utf8')
  return Array.from(source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g), ([, , title]) =>
    title!.replaceAll("\\'", "'"),
  )
}

/** Whether a title of the source is that of a test in the page: a part of it, or all of it with other rows put in. */
function isTitle(title: string, named: string): boolean {
  if (title.includes(named)) return true
  const parts = title.split(/%\w|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return parts.length > 1 && new RegExp(`^${parts.join('.+')}$`).test(named)
}

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
    const titles = titlesIn(test)
    expect(
      titles.some((one) => isTitle(one, title)),
      titles.join('\n'),
    ).toBe(true)
  })

  it.each(Object.entries(writtenFiles))('says what may stand in %s', (file, parts) => {
    const row = rows.find(([first]) => first!.startsWith(`\`${file}\``))
    for (const part of Object.keys(parts)) expect(row?.at(-1)).toContain(`\`${part}\``)
  })

  it('names every test that opens with an attack', () => {
    const unnamed = globSync('{src,scripts}/**/*.exploit.test.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !promises.some(({ test }) => test === file))
    expect(unnamed).toEqual([])
  })
})
