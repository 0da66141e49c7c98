// node bench/people.ts: how fast the directory list is with 100,000 users, compared to naive-ui’s NDataTable (virtual-scroll on)
// with the same rows and columns, in turn in the same Chromium. The frame rate is not capped, so that a frame’s time is its cost.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from '@playwright/test'
import vue from '@vitejs/plugin-vue'
import { build } from 'vite'
import { findChromium } from '../scripts/lib/chromium.ts'
import { median, quantile } from './lib/numbers.ts'
import { printResult } from './lib/result.ts'
import type { Round } from './people/main.ts'

const users = 100_000
const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 7)

const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://bench')
  const name = pathname === '/' ? 'index.html' : pathname
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  try {
    const content = readFileSync(join(folder, name))
    response.setHeader('content-type', types[extname(name)] ?? 'text/css')
    response.end(content)
  } catch {
    response.writeHead(404).end()
  }
})
try {
  await build({
    root: join(import.meta.dirname, 'people'),
    configFile: false,
    logLevel: 'warn',
    plugins: [vue()],
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  report(await measure(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
} finally {
  server.close()
  await rm(folder, { recursive: true })
}

async function measure(url: string): Promise<Record<'ours' | 'theirs', Round[]>> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: name one by LATCHKEY_CHROMIUM.')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(url)
    const found = { ours: [] as Round[], theirs: [] as Round[] }
    // The first round of each is a warm-up and doesn’t count.
    for (let round = 0; round <= rounds; round += 1) {
      for (const name of ['ours', 'theirs'] as const) {
        const one = await page.evaluate(([list, count]) => window.round(list, count), [
          name,
          users,
        ] as const)
        if (round > 0) found[name].push(one)
      }
    }
    return found
  } finally {
    await browser.close()
  }
}

function report({ ours, theirs }: Record<'ours' | 'theirs', Round[]>): void {
  const line = (what: string, atMost: number, of: (round: Round) => number) => {
    const [mine, others] = [median(ours.map(of)), median(theirs.map(of))]
    printResult('people', {
      what: `${what}, ${users} people in the list`,
      value: mine,
      unit: 'ms',
      from: `NDataTable ${others.toFixed(1)} ms, medians of ${rounds} rounds in turn`,
      wanted: { atMost },
    })
  }
  line('painted after the data', 100, ({ painted }) => painted)
  line('a frame, 95 of 100', 20, ({ frames }) => quantile(frames, 0.95))
  line('a frame, median', 20, ({ frames }) => median(frames))
  line('select all', 50, ({ all }) => all)
  line('toggle one of all', 50, ({ one }) => one)
}
