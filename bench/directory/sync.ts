import { median } from '../lib/numbers.ts'
import { formatNumber, report } from '../lib/result.ts'
import { type ReadMethod, readOnce, startService } from './lib.ts'
import type { LoadResult } from './reader.ts'

const users = 50_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const methods = ['floor', 'validated', 'stored', 'gitbeaker'] as const satisfies ReadMethod[]
type TimedRun = (typeof methods)[number]
type LoadResults = Record<TimedRun, LoadResult[]>
const names = {
  floor: 'undici and JSON.parse',
  validated: 'loaded and validated',
  gitbeaker: '@gitbeaker/rest',
}

/** Measures loading all users, with and without a delay before each response. */
export async function benchSync(): Promise<void> {
  const service = await startService(users)
  try {
    for (const waitMs of [0, 20]) {
      await service.send({ waitMs })
      const readings = Object.fromEntries(
        methods.map((method) => [method, [] as LoadResult[]]),
      ) as LoadResults
      for (let round = 0; round < rounds; round += 1) {
        for (const method of methods) readings[method].push(await readOnce(method, service))
      }
      reportAll(waitMs, readings)
    }
  } finally {
    service.stop()
  }
}

function reportAll(waitMs: number, readings: LoadResults): void {
  const suffix = `${formatNumber(users)} users, ${waitMs} ms per response`
  const compare = (
    what: string,
    [method, than]: [TimedRun, keyof typeof names],
    of: keyof Pick<LoadResult, 'ms' | 'delayMs'>,
    atMost?: number,
  ) =>
    report('directory', {
      what: `${what}, ${suffix}`,
      value: median(readings[method].map((reading) => reading[of])),
      unit: 'ms',
      baseline: { name: names[than], value: median(readings[than].map((reading) => reading[of])) },
      atMost,
    })
  if (waitMs === 0) {
    compare('loaded and validated', ['validated', 'floor'], 'ms', 1)
    compare('stored and searchable', ['stored', 'floor'], 'ms', 1.8)
    compare('stored and searchable', ['stored', 'gitbeaker'], 'ms', 1)
  } else {
    compare('stored and searchable', ['stored', 'gitbeaker'], 'ms', 0.35)
  }
  compare('event loop delay (99th percentile) while loading', ['stored', 'floor'], 'delayMs', 1.2)
}
