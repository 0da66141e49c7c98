import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../lib/numbers.ts'
import { formatNumber, report } from '../lib/result.ts'
import { startApp } from './app.ts'
import { startService } from './lib.ts'

const users = 50_000
const changedCount = 50
const perPage = 100
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)

/** Measures updating the directory after changes to 0.1% of all users. */
export async function benchChanges(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const service = await startService(users)
  const app = await startApp(folder, service.url)
  try {
    await app.read()
    const requests: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const ids = Array.from(
        { length: changedCount },
        (_, index) => 1 + ((index * 997 + round * 31) % users),
      )
      await service.send({ change: ids })
      await app.read()
      requests.push(await service.send({}))
      const notes = await app.notes(ids)
      if (notes.some((note) => !note?.startsWith('Changed'))) throw new Error('a change is missing')
    }
    report('directory', {
      what: `update after ${changedCount} of ${formatNumber(users)} users changed`,
      value: median(requests),
      unit: 'requests',
      atMost: Math.ceil(changedCount / perPage) + 5,
    })
  } finally {
    await app.close()
    service.stop()
    rmSync(folder, { recursive: true })
  }
}
