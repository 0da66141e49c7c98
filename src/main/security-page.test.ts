import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writtenFiles } from '../core/computer/changes/written-files.ts'

// docs/security.md lists the code and the test behind each guarantee. All of these tests must exist.

const root = join(import.meta.dirname, '../..')

interface PromiseRow {
  what: string
  keptIn: string
  test: string
  /** A substring of the test's title. */
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
const promises = rows.flatMap((cells): PromiseRow[] => {
  const match = /^`([^`]+\.test\.ts)`: (.+)$/.exec(cells.at(-1)!)
  if (!match) return []
  return [
    {
      what: cells.slice(0, -2).join(' '),
      keptIn: cells.at(-2)!,
      test: match[1]!,
      title: match[2]!,
    },
  ]
})

/** The test titles in a source file, with `%s` for table values. */
function titlesIn(test: string): string[] {
  const source = readFileSync(join(root, test), 'utf8')
  return Array.from(source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1).)+)\1,/g), ([, , title]) =>
    title!.replaceAll("\\'", "'"),
  )
}

/** Whether a title in the source matches one in docs/security.md: as a substring, or with table values filled in. */
function isTitle(title: string, quoted: string): boolean {
  if (title.includes(quoted)) return true
  const parts = title.split(/%\w|\$\w+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return parts.length > 1 && new RegExp(`^${parts.join('.+')}$`).test(quoted)
}

describe('docs/security.md', () => {
  it('lists all 20 items of the checklist in order, each with a test', () => {
    const numbers = rows.map(([first]) => Number(first)).filter((number) => number > 0)
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    const tests = rows.filter((cells) => cells.some((cell) => cell.includes('.test.ts')))
    expect(promises).toHaveLength(tests.length)
    expect(promises.length).toBeGreaterThan(30)
  })

  it.each(promises)('refers to existing code and tests: $what', ({ keptIn, test, title }) => {
    expect(existsSync(join(root, keptIn.replaceAll('`', ''))), keptIn).toBe(true)
    expect(existsSync(join(root, test)), test).toBe(true)
    const titles = titlesIn(test)
    expect(
      titles.some((one) => isTitle(one, title)),
      titles.join('\n'),
    ).toBe(true)
  })

  it.each(Object.entries(writtenFiles))('lists the allowed content of %s', (file, parts) => {
    const row = rows.find(([first]) => first!.startsWith(`\`${file}\``))
    for (const part of Object.keys(parts)) expect(row?.at(-1)).toContain(`\`${part}\``)
  })

  it('lists every exploit test', () => {
    const unlisted = globSync('{src,scripts}/**/*.exploit.test.ts', { cwd: root })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => !promises.some(({ test }) => test === file))
    expect(unlisted).toEqual([])
  })
})
