import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from '../lib/numbers.ts'
import { formatNumber, report } from '../lib/result.ts'
import { startApp } from './app.ts'
import { startService } from './lib.ts'
import { generateUser } from './generate-user.ts'

const users = 100_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 7)
/** Words typed letter by letter: rare and common ones, parts of email addresses, two words, and other alphabets. */
const queries = [
  'lin',
  'lindqvist',
  'example',
  'e',
  'a',
  'an',
  'com',
  'zie',
  'ada o',
  'ada okafor9',
  '@ma',
  '.org',
  '77',
  '12345',
  'zoe',
  'qu',
  'ö',
  'xyz',
  'maya.lindqvist1',
  'net',
]

/**
 * Measures searching as the user types. Each keystroke sends the same query as the screen: a filter, a sort order, the
 * first hundred rows by rank, and the total. Checks the total.
 */
export async function benchSearch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const service = await startService(users)
  const app = await startApp(folder, service.url)
  const searchStrings = Array.from({ length: users }, (_, index) =>
    searchableText(generateUser(index + 1, users)),
  )
  try {
    await app.read()
    const search = async (text: string) => {
      const from = performance.now()
      const filter = { search: text, humans: true }
      const { total } = await app.search({ filter, order_by: 'name', sort: 'asc' })
      return { total, ms: performance.now() - from }
    }
    // The list that the user searches.
    await search('')
    const first = await search('example')
    const times: Record<'latchkey' | 'scan', number[]> = { latchkey: [], scan: [] }
    const sameSearch: number[] = []
    const strokes = queries
      .flatMap((word) => [...word].map((_, index) => word.slice(0, index + 1).trim()))
      .filter((stroke, index, all) => all.indexOf(stroke) === index)
    for (let round = 0; round < rounds; round += 1) {
      for (const stroke of strokes) {
        const from = performance.now()
        const words = splitWords(stroke)
        const expected = searchStrings.filter((text) =>
          words.every((word) => text.includes(word)),
        ).length
        times.scan.push(performance.now() - from)
        const { total, ms } = await search(stroke)
        times.latchkey.push(ms)
        if (stroke === 'example') sameSearch.push(ms)
        if (total !== expected)
          throw new Error(`"${stroke}" matches ${total} users instead of ${expected}`)
      }
    }
    report('directory', {
      what: `search of ${formatNumber(users)} users, 95th percentile of ${strokes.length} keystrokes`,
      value: quantile(times.latchkey, 0.95),
      unit: 'ms',
      // The scan only counts, whereas Latchkey also sorts and returns rows.
      baseline: { name: 'plain scan in memory', value: quantile(times.scan, 0.95) },
      atMost: 3,
    })
    report('directory', {
      what: 'first search, which matches everybody',
      value: first.ms,
      unit: 'ms',
      baseline: { name: 'the same search later', value: quantile(sameSearch, 0.5) },
      atMost: 1.5,
    })
  } finally {
    await app.close()
    service.stop()
    rmSync(folder, { recursive: true })
  }
}

function searchableText({ name, username, email }: Record<string, unknown>): string {
  return normalizeText(`${String(name)}\n${String(username)}\n${String(email)}`)
}

function splitWords(search: string): string[] {
  return normalizeText(search.replace(/^@(?=\S)/, '')).split(/\s+/)
}

function normalizeText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
