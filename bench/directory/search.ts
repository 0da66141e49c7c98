import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quantile } from '../lib/numbers.ts'
import { printResult } from '../lib/result.ts'
import { startApp } from './app.ts'
import { startService } from './lib.ts'
import { user } from './people.ts'

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

/** Each keystroke queries like the screen: a filter, an order, the first hundred rows, and the total. */
export async function benchSearch(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const service = await startService(users)
  const app = await startApp(folder, service.url)
  const texts = Array.from({ length: users }, (_, index) => searchableText(user(index + 1, users)))
  try {
    await app.read()
    await app.search({ order_by: 'name', sort: 'asc' })
    const began = performance.now()
    await app.search({ filter: { search: 'first' }, order_by: 'name', sort: 'asc' })
    const firstMs = performance.now() - began
    const [ours, scan, cpu] = [[] as number[], [] as number[], [] as number[]]
    const strokes = queries
      .flatMap((word) => [...word].map((_, index) => word.slice(0, index + 1).trim()))
      .filter((stroke, index, all) => all.indexOf(stroke) === index)
    for (let round = 0; round < rounds; round += 1) {
      // A different list in between, so that no result comes from a cache.
      for (const stroke of strokes) {
        let from = performance.now()
        const words = splitWords(stroke)
        const expected = texts.filter((text) => words.every((word) => text.includes(word))).length
        scan.push(performance.now() - from)
        const before = process.threadCpuUsage()
        from = performance.now()
        const { total } = await app.search({
          filter: { search: stroke },
          order_by: 'name',
          sort: 'asc',
        })
        ours.push(performance.now() - from)
        const { user, system } = process.threadCpuUsage(before)
        cpu.push((user + system) / 1000)
        if (total !== expected) throw new Error(`"${stroke}" finds ${total} and not ${expected}`)
      }
    }
    const line = (name: string, all: number[]) =>
      `  ${name.padEnd(24)} p50 ${quantile(all, 0.5).toFixed(1)} ms  p95 ${quantile(all, 0.95).toFixed(1)} ms  max ${Math.max(...all).toFixed(1)} ms`
    console.log(
      `search over ${users} people, ${strokes.length} keystrokes in ${rounds} rounds, every total checked`,
    )
    console.log(line('Latchkey', ours))
    console.log(line('Latchkey, processor', cpu))
    console.log(line('plain scan in memory', scan) + ' (counts alone, no order, no rows)')
    console.log(`  the very first search, which reads the texts: ${firstMs.toFixed(0)} ms`)
    printResult('directory', {
      what: `search over ${users} people, 95 of 100 of ${strokes.length} keystrokes`,
      value: quantile(ours, 0.95),
      unit: 'ms',
      from: `median ${quantile(ours, 0.5).toFixed(1)} ms, processor ${quantile(cpu, 0.95).toFixed(1)} ms, a plain scan in memory ${quantile(scan, 0.95).toFixed(1)} ms, ${rounds} rounds, every total checked`,
      wanted: { atMost: 25 },
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
