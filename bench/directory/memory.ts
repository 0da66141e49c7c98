import { type How, median, readOnce, startService } from './lib.ts'
import type { Reading } from './reader.ts'

const counts = [10_000, 50_000, 200_000]
const rounds = 5

/** The largest memory of a process that reads everybody. */
export async function benchMemory(): Promise<void> {
  console.log(
    `largest memory of a process that reads everybody, medians of ${rounds} rounds in turn; at most 0.6 is wanted`,
  )
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
        console.log(
          `  ${String(count).padStart(7)} people, ${name}: Latchkey ${inMb(ours)}, gitbeaker ${inMb(theirs)}, ratio ${(ours / theirs).toFixed(2)}`,
        )
      }
      line('in all', ({ memory }) => memory)
      line('more than before', ({ memory, idleMemory }) => memory - idleMemory)
    } finally {
      service.stop()
    }
  }
}

function inMb(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`
}
