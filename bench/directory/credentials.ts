import { median } from '../lib/numbers.ts'
import { formatNumber, report } from '../lib/result.ts'
import { readOnce, startService } from './lib.ts'
import type { LoadResult } from './reader.ts'

const count = 200_000
const owners = 2_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 3)

/** Measures loading all tokens of a large instance beside loading as many users. */
export async function benchCredentials(): Promise<void> {
  const [users, tokens] = [await startService(count), await startService(owners, count)]
  const readings = { users: [] as LoadResult[], tokens: [] as LoadResult[] }
  try {
    for (let round = 0; round < rounds; round += 1) {
      readings.users.push(await readOnce('kept', users))
      readings.tokens.push(await readOnce('credentials', tokens))
    }
  } finally {
    users.stop()
    tokens.stop()
  }
  const compare = (what: string, unit: string, of: (one: LoadResult) => number) =>
    report('directory', {
      what: `${what}, ${formatNumber(count)} tokens`,
      value: median(readings.tokens.map(of)),
      unit,
      baseline: { name: 'as many users', value: median(readings.users.map(of)) },
      atMost: 1.1,
    })
  compare(
    'peak memory of a process that loads credentials',
    'MiB',
    ({ memory }) => memory / 1024 ** 2,
  )
  compare('event loop delay (99th percentile) while loading', 'ms', ({ delayMs }) => delayMs)
}
