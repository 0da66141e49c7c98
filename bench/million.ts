// node bench/million.ts: how a million users compare with ten thousand. Run by hand: it takes 3 GB and several minutes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchApp, startApp } from './directory/app.ts'
import { startService } from './directory/lib.ts'
import { median } from './lib/numbers.ts'
import { formatNumber, report } from './lib/result.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const few = 10_000
const many = 1_000_000

/** What a screen requests. Each is measured for the first time, and again while its list is kept. */
const requests = {
  'list by ID': { filter: {}, order_by: 'id', sort: 'desc' },
  'list by name': { filter: {}, order_by: 'name', sort: 'asc' },
  'list by last activity': { filter: {}, order_by: 'last_activity_on', sort: 'desc' },
  'rare search': { filter: { search: 'lindqvist7' }, order_by: 'name', sort: 'asc' },
  'search that matches everybody': { filter: { search: 'e' }, order_by: 'name', sort: 'asc' },
  'selection of all active users': {
    filter: { active: true },
    order_by: 'id',
    sort: 'desc',
    limit: 1,
  },
}

/** Times (ms) by what was measured. */
type Times = Record<string, number>

async function measure(users: number): Promise<Times> {
  console.log(`${formatNumber(users)} users`)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const service = await startService(users)
  const app = await startApp(folder, service.url)
  try {
    const times: Times = { 'sync per 1,000 users': await timed(() => app.read(), users / 1_000) }
    for (const [what, request] of Object.entries(requests)) {
      times[what] = await timed(() => app.search(request))
      times[`${what}, again`] = median(await repeated(app, request))
    }
    return times
  } finally {
    await app.close()
    service.stop()
    rmSync(folder, { recursive: true })
  }
}

async function repeated(app: BenchApp, request: object): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await timed(() => app.search(request)))
  return times
}

async function timed(act: () => Promise<unknown>, parts = 1): Promise<number> {
  const from = performance.now()
  await act()
  return (performance.now() - from) / parts
}

const [small, large] = [await measure(few), await measure(many)]
for (const [what, value] of Object.entries(large)) {
  report('million', {
    what: `${what}, ${formatNumber(many)} users`,
    value,
    unit: 'ms',
    baseline: { name: `${formatNumber(few)} users`, value: small[what]! },
  })
}
