import { type How, median, readOnce, startService } from './lib.ts'

const counts = [10_000, 50_000, 200_000]
const rounds = 5

/** The largest memory of a process that reads everybody. */
export async function benchMemory(): Promise<void> {
  console.log(
    `largest memory of a process that reads everybody, medians of ${rounds} rounds in turn, MB`,
  )
  for (const count of counts) {
    const service = await startService(count)
    try {
      const found: Record<'stored' | 'gitbeaker', number[]> = { stored: [], gitbeaker: [] }
      for (let round = 0; round < rounds; round += 1) {
        for (const how of ['stored', 'gitbeaker'] satisfies How[]) {
          found[how].push((await readOnce(how, service)).memory / 1024 / 1024)
        }
      }
      const [ours, theirs] = [median(found.stored), median(found.gitbeaker)]
      const cells = `Latchkey ${ours.toFixed(0)}  gitbeaker ${theirs.toFixed(0)}  ratio ${(ours / theirs).toFixed(2)}`
      console.log(
        `  ${String(count).padStart(7)} people  ${cells} (at most 0.6 is wanted at 50000)`,
      )
    } finally {
      service.stop()
    }
  }
}
