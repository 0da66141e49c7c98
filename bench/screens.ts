// node bench/screens.ts: how fast screens change on an instance that takes 300 ms per response, in the browser
// host and Chromium. Times end with the frame that shows the change, so they are rarely below 16 ms. The screens’
// code is already loaded, as it would be shortly after signing in. Needs `npm run build`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Page, type Request, chromium } from '@playwright/test'
import { launchBrowser } from '../e2e/support/browser-host.ts'
import { type TestSandbox, startTestSandbox } from '../e2e/support/sandbox.ts'
import { findChromium } from '../scripts/lib/chromium.ts'
import { median, quantile } from './lib/numbers.ts'
import { report } from './lib/result.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 5)
const latency = 300
const revisits = 3

const firstUser = '[role=grid] a[href*="/admin/people/"]'
/** The links to click, given by the end of their URLs or a selector. Each is on the previous screen. */
const screens = [
  '/status',
  '/profile',
  '/avatar',
  '/preferences',
  '/emails',
  '/keys',
  '/tokens',
  '/people',
  '/admin/people',
  firstUser,
  '/admin/queue',
  '/admin/service-accounts',
  '/admin/audit-log',
  '/home',
]

/** The time from a click to a frame, in milliseconds. */
interface Visit {
  /** The first frame that shows any change. */
  changed: number
  /** The first frame that shows the new screen without placeholders. */
  painted: number
}

interface Round {
  first: Visit[]
  again: Visit[]
  saved: number[]
  /** Frames that change a single word, the fastest possible page update. */
  floor: number[]
}

const work = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
// This isn’t the tests’ Chromium, because that one doesn’t optimize code.
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
const sandbox = await startTestSandbox(join(work, 'sandbox'), {
  flags: ['--users', '2000', '--fault', `* /** * latency=${latency}`],
})
try {
  const results: Round[] = []
  for (let round = 0; round < rounds; round += 1) results.push(await measure(sandbox))
  reportAll(results)
} finally {
  await browser.close()
  await sandbox.stop()
  rmSync(work, { recursive: true, force: true })
}

async function measure({ url, tokens }: TestSandbox): Promise<Round> {
  const app = await launchBrowser({
    data: mkdtempSync(join(work, 'data-')),
    env: { HOME: mkdtempSync(join(work, 'home-')) },
    flags: [],
    chromium: async () => browser,
    account: { baseUrl: url, token: tokens.admin },
  })
  try {
    const { page } = app
    await waitForResponses(page)
    const first = await visitAll(page)
    const again: Visit[] = []
    for (let time = 0; time < revisits; time += 1) again.push(...(await visitAll(page)))
    return { first, again, saved: await saveStatuses(page), floor: await page.evaluate(drawFrames) }
  } finally {
    await app.close()
  }
}

/**
 * Waits until there have been no requests for a moment. Waiting for the network to be idle would take forever, because
 * the event stream never ends.
 */
async function waitForResponses(page: Page): Promise<void> {
  const open = new Set<Request>()
  const began = (request: Request) => /invoke$|\.js$/.test(request.url()) && open.add(request)
  const ended = (request: Request) => open.delete(request)
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended)
  let last = Date.now()
  while (Date.now() - last < 2 * latency) {
    await delay(20)
    if (open.size > 0) last = Date.now()
  }
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended)
}

async function visitAll(page: Page): Promise<Visit[]> {
  const visits: Visit[] = []
  for (const screen of screens) {
    const link = page.locator(screen === firstUser ? screen : `a[href$="${screen}"]`).first()
    await link.waitFor()
    visits.push(await link.evaluate(visit))
    // Once the data has loaded, the next visit finds it cached.
    await waitForResponses(page)
  }
  return visits
}

/** Runs in the page. */
async function visit(link: HTMLElement | SVGElement): Promise<Visit> {
  const main = document.querySelector('main')!
  const heading = () => main.querySelector('h1')?.textContent
  const before = heading()
  let isChanged = false
  const observer = new MutationObserver(() => (isChanged = true))
  observer.observe(main, { childList: true, subtree: true, characterData: true })
  const began = performance.now()
  ;(link as HTMLElement).click()
  let changed = 0
  for (;;) {
    // The message marks the end of the frame, because it arrives after the paint.
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(undefined)
      })
    })
    const time = performance.now() - began
    if (isChanged) changed ||= time
    const isShown = changed > 0 && heading() !== before && !main.querySelector('.loading')
    if (isShown || time > 10_000) {
      observer.disconnect()
      return { changed, painted: time }
    }
  }
}

/** Sets a status from the presets, and measures how long it takes until the current one changes. */
async function saveStatuses(page: Page): Promise<number[]> {
  await page.locator('a[href$="/status"]').first().click()
  const presets = page.getByRole('list', { name: 'Presets and recent' }).getByRole('button')
  await presets.first().waitFor()
  const times: number[] = []
  for (let nth = 0; nth < 4; nth += 1) {
    times.push(
      await presets.nth(nth).evaluate(async (button) => {
        const current = document.querySelector('section[aria-label="Current status"]')!
        const before = current.textContent
        const began = performance.now()
        ;(button as HTMLElement).click()
        while (current.textContent === before && performance.now() - began < 10_000) {
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
        return performance.now() - began
      }),
    )
    await waitForResponses(page)
  }
  return times
}

/** Runs in the page. */
async function drawFrames(): Promise<number[]> {
  const text = document.createElement('p')
  document.body.append(text)
  const times: number[] = []
  for (let nth = 0; nth < 20; nth += 1) {
    const began = performance.now()
    text.textContent = String(nth)
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(undefined)
      })
    })
    times.push(performance.now() - began)
  }
  text.remove()
  return times
}

function reportAll(results: readonly Round[]): void {
  const frame = median(results.flatMap(({ floor }) => floor))
  const line = (what: string, times: readonly number[], atMost: number) => {
    report('screens', {
      what: `${what} (95th percentile of ${times.length})`,
      value: quantile(times, 0.95),
      unit: 'ms',
      baseline: { name: 'frame', value: frame },
      atMost,
    })
  }
  // Six frames take 100 ms, which users perceive as immediate (Nielsen, Usability Engineering, 1993).
  line(
    'first visit to a screen, first change painted',
    results.flatMap(({ first }) => first.map(({ changed }) => changed)),
    6,
  )
  line(
    'screen visited again, content painted',
    results.flatMap(({ again }) => again.map(({ painted }) => painted)),
    4,
  )
  line(
    'status set, new status painted',
    results.flatMap(({ saved }) => saved),
    3,
  )
}
