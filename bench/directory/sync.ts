import { median } from '../lib/numbers.ts'
import { printResult } from '../lib/result.ts'
import { type ReadMethod, readOnce, startService } from './lib.ts'
import type { Reading } from './reader.ts'

const users = 50_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const methods = ['floor', 'validated', 'stored', 'gitbeaker'] as const satisfies ReadMethod[]
type TimedRun = (typeof methods)[number]

/** Loads all users, without and with a delay before each response. */
export async function benchSync(): Promise<void> {
  const service = await startService(users)
  try {
    for (const waitMs of [0, 20]) {
      await service.tell({ waitMs })
      const found = Object.fromEntries(methods.map((how) => [how, [] as Reading[]])) as Record<
        TimedRun,
        Reading[]
      >
      for (let round = 0; round < rounds; round += 1) {
        for (const how of methods) found[how].push(await readOnce(how, service))
      }
      report(waitMs, found)
    }
  } finally {
    service.stop()
  }
}

function report(waitMs: number, found: Record<TimedRun, Reading[]>): void {
  const ms = (how: TimedRun) => median(found[how].map((one) => one.ms))
  const cpu = (how: TimedRun) => median(found[how].map((one) => one.cpuMs))
  console.log(
    `GET /users, ${users} people, ${waitMs} ms before each answer, medians of ${rounds} rounds in turn`,
  )
  for (const how of methods) {
    const ratios = `${(ms(how) / ms('floor')).toFixed(2)} × floor, ${(ms(how) / ms('gitbeaker')).toFixed(2)} × gitbeaker`
    console.log(
      `  ${how.padEnd(10)} ${ms(how).toFixed(0).padStart(6)} ms  ${cpu(how).toFixed(0).padStart(6)} ms of processor  ${ratios}`,
    )
  }
  const circumstances = `${users} people, ${waitMs} ms before each answer`
  const line = (how: TimedRun, than: TimedRun, words: string, atMost?: number) => {
    printResult('directory', {
      what: `${words}, ${circumstances}`,
      value: ms(how) / ms(than),
      from: `${ms(how).toFixed(0)} ms and ${ms(than).toFixed(0)} ms, medians of ${rounds} rounds in turn`,
      ...(atMost !== undefined && { wanted: { atMost } }),
    })
  }
  if (waitMs === 0) {
    line('validated', 'floor', 'read and checked against undici and JSON.parse', 1.25)
    line('stored', 'floor', 'stored and searchable against undici and JSON.parse', 3.5)
  }
  const most = waitMs === 0 ? undefined : 0.35
  line('stored', 'gitbeaker', 'stored and searchable against @gitbeaker/rest', most)
  printResult('directory', {
    what: `event loop of the host meanwhile, 99 of 100 waits, ${circumstances}`,
    value: median(found.stored.map((one) => one.delayMs)),
    unit: 'ms',
    from: `median of ${rounds} rounds`,
    wanted: { atMost: 16 },
  })
}
