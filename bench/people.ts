// node bench/people.ts: how fast the list of users is with 100,000 users, compared with naive-ui’s NDataTable
// (virtual-scroll on) with the same rows and columns. The two alternate in the same Chromium. The frame rate isn’t
// capped, so the time of a frame is its cost.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startProgram } from '../e2e/support/process.ts'
import { findChromium } from '../scripts/lib/chromium.ts'
import { median, quantile } from './lib/numbers.ts'
import { buildPage } from './lib/page.ts'
import { formatNumber, report } from './lib/result.ts'
import type { Round } from './people/main.ts'

const users = 100_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 7)

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const server = startProgram('bench/lib/static-server.js', [folder])
try {
  await buildPage('people', folder)
  const [, url] = await server.waitForOutput(/Running at (\S+)\s/)
  reportAll(await measure(url!))
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}

type Rounds = Record<'latchkey' | 'naive', Round[]>

async function measure(url: string): Promise<Rounds> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found. Set LATCHKEY_CHROMIUM to its path.')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const results: Rounds = { latchkey: [], naive: [] }
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['latchkey', 'naive'] as const) {
        const result = await page.evaluate(([list, count]) => window.round(list, count), [
          name,
          users,
        ] as const)
        if (round > 0) results[name].push(result)
      }
    }
    return results
  } finally {
    await browser.close()
  }
}

function reportAll({ latchkey, naive }: Rounds): void {
  const line = (what: string, atMost: number, of: (round: Round) => number) => {
    report('people', {
      what: `${what}, ${formatNumber(users)} users`,
      value: median(latchkey.map(of)),
      unit: 'ms',
      baseline: { name: 'NDataTable', value: median(naive.map(of)) },
      atMost,
    })
  }
  line('first rows painted after the data has arrived', 0.5, ({ painted }) => painted)
  // Both draw some thirty rows per frame, so they should cost about the same.
  line('scrolling, frame time (95th percentile)', 1.25, ({ frames }) => quantile(frames, 0.95))
  line('scrolling, frame time (median)', 1.25, ({ frames }) => median(frames))
  line('selecting all, painted', 0.5, ({ all }) => all)
  line('unselecting one of all, painted', 0.5, ({ one }) => one)
}
