import { type How, median, readOnce, startService } from './lib.ts'
import type { Reading } from './reader.ts'

const people = 50_000
const rounds = 5
const hows = ['floor', 'validated', 'stored', 'gitbeaker'] as const satisfies How[]
type Timed = (typeof hows)[number]

/** A full reading of everybody, without and with a wait before each answer. */
export async function benchSync(): Promise<void> {
  const service = await startService(people)
  try {
    for (const waitMs of [0, 20]) {
      await service.tell({ waitMs })
      const found = Object.fromEntries(hows.map((how) => [how, [] as Reading[]])) as Record<
        Timed,
        Reading[]
      >
      for (let round = 0; round < rounds; round += 1) {
        for (const how of hows) found[how].push(await readOnce(how, service))
      }
      report(waitMs, found)
    }
  } finally {
    service.stop()
  }
}

function report(waitMs: number, found: Record<Timed, Reading[]>): void {
  const ms = (how: Timed) => median(found[how].map((one) => one.ms))
  const cpu = (how: Timed) => median(found[how].map((one) => one.cpuMs))
  console.log(
    `GET /users, ${people} people, ${waitMs} ms before each answer, medians of ${rounds} rounds in turn`,
  )
  for (const how of hows) {
    const ratios = `${(ms(how) / ms('floor')).toFixed(2)} × floor, ${(ms(how) / ms('gitbeaker')).toFixed(2)} × gitbeaker`
    console.log(
      `  ${how.padEnd(10)} ${ms(how).toFixed(0).padStart(6)} ms  ${cpu(how).toFixed(0).padStart(6)} ms of processor  ${ratios}`,
    )
  }
  const delay = median(found.stored.map((one) => one.delayMs))
  console.log(
    `  event loop of the host meanwhile: 99 of 100 waits below ${delay.toFixed(1)} ms (16 is wanted)`,
  )
  console.log(
    waitMs === 0
      ? '  wanted: validated at most 1.25 × floor, stored at most 3.5 × floor'
      : '  wanted: stored at most 0.35 × gitbeaker',
  )
}
