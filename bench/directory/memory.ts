import { median } from '../lib/numbers.ts'
import { printResult } from '../lib/result.ts'
import { type ReadMethod, readOnce, startService } from './lib.ts'
import type { Reading } from './reader.ts'

const counts = [10_000, 50_000, 200_000]
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)

/** Peak memory of a process that loads all users. */
export async function benchMemory(): Promise<void> {
  const largest = new Map<number, number>()
  for (const count of counts) {
    const service = await startService(count)
    try {
      const found: Record<'kept' | 'gitbeaker', Reading[]> = { kept: [], gitbeaker: [] }
      for (let round = 0; round < rounds; round += 1) {
        for (const how of ['kept', 'gitbeaker'] satisfies ReadMethod[]) {
          found[how].push(await readOnce(how, service))
        }
      }
      largest.set(count, median(found.kept.map(({ memory }) => memory)))
      report(count, found)
    } finally {
      service.stop()
    }
  }
  const [few, many] = [counts[0]!, counts.at(-1)!]
  const [least, most] = [largest.get(few)!, largest.get(many)!]
  printResult('directory', {
    what: `largest memory for ${many} people against that for ${few}`,
    value: most / least,
    from: `${toMegabytes(most)} and ${toMegabytes(least)}, medians of ${rounds} rounds`,
    wanted: { atMost: 1.1 },
  })
}

function report(count: number, { kept, gitbeaker }: Record<'kept' | 'gitbeaker', Reading[]>): void {
  const line = (name: string, of: (reading: Reading) => number, atMost?: number) => {
    const [ours, theirs] = [median(kept.map(of)), median(gitbeaker.map(of))]
    printResult('directory', {
      what: `${name} of a process that reads ${count} people, against @gitbeaker/rest`,
      value: ours / theirs,
      from: `${toMegabytes(ours)} and ${toMegabytes(theirs)}, medians of ${rounds} rounds in turn`,
      ...(atMost !== undefined && { wanted: { atMost } }),
    })
  }
  line('largest memory', ({ memory }) => memory, count === 50_000 ? 0.6 : undefined)
  line('largest memory beyond that at the start', ({ memory, idleMemory }) => memory - idleMemory)
}

function toMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
