import { median } from '../lib/numbers.ts'
import { printResult } from '../lib/result.ts'
import { type How, readOnce, startService } from './lib.ts'
import type { Reading } from './reader.ts'

const counts = [10_000, 50_000, 200_000]
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)

/** The largest memory of a process that reads everybody. */
export async function benchMemory(): Promise<void> {
  for (const count of counts) {
    const service = await startService(count)
    try {
      const found: Record<'kept' | 'gitbeaker', Reading[]> = { kept: [], gitbeaker: [] }
      for (let round = 0; round < rounds; round += 1) {
        for (const how of ['kept', 'gitbeaker'] satisfies How[]) {
          found[how].push(await readOnce(how, service))
        }
      }
      const line = (name: string, of: (reading: Reading) => number) => {
        const [ours, theirs] = [median(found.kept.map(of)), median(found.gitbeaker.map(of))]
        printResult('directory', {
          what: `${name} of a process that reads ${count} people, against @gitbeaker/rest`,
          value: ours / theirs,
          from: `${inMb(ours)} and ${inMb(theirs)}, medians of ${rounds} rounds in turn`,
          wanted: { atMost: 0.6 },
        })
      }
      line('largest memory', ({ memory }) => memory)
      line(
        'largest memory beyond that at the start',
        ({ memory, idleMemory }) => memory - idleMemory,
      )
    } finally {
      service.stop()
    }
  }
}

function inMb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
