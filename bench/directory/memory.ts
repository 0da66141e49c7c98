import { median } from '../lib/numbers.ts'
import { formatNumber, report } from '../lib/result.ts'
import { type ReadMethod, readOnce, startService } from './lib.ts'
import type { LoadResult } from './reader.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const contenders = ['kept', 'gitbeaker'] as const satisfies ReadMethod[]

/** The peak memory (MiB) of processes that load all users. */
type Peaks = Record<(typeof contenders)[number], number>

/** Measures the memory used for loading all users, and how much more a large instance takes. */
export async function benchMemory(): Promise<void> {
  const few = await measure(10_000)
  await measure(50_000, 0.5)
  const many = await measure(200_000)
  compare(
    'growth of that peak from 10,000 to 200,000 users',
    { kept: many.kept - few.kept, gitbeaker: many.gitbeaker - few.gitbeaker },
    0.05,
  )
}

async function measure(count: number, atMost?: number): Promise<Peaks> {
  const service = await startService(count)
  try {
    const readings: Record<keyof Peaks, LoadResult[]> = { kept: [], gitbeaker: [] }
    for (let round = 0; round < rounds; round += 1) {
      for (const contender of contenders)
        readings[contender].push(await readOnce(contender, service))
    }
    const peak = (contender: keyof Peaks) =>
      median(readings[contender].map(({ memory }) => memory)) / 1024 ** 2
    const peaks = { kept: peak('kept'), gitbeaker: peak('gitbeaker') }
    compare(`peak memory of a process that loads ${formatNumber(count)} users`, peaks, atMost)
    return peaks
  } finally {
    service.stop()
  }
}

function compare(what: string, { kept, gitbeaker }: Peaks, atMost?: number): void {
  report('directory', {
    what,
    value: kept,
    unit: 'MiB',
    baseline: { name: '@gitbeaker/rest', value: gitbeaker },
    atMost,
  })
}
