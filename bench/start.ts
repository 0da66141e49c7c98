// node bench/start.ts: how fast the browser host starts and paints its first screen, and what it costs while idle, compared in
// turn to a bare Node server and a page with one heading. Needs `npm run build`.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { addAccount } from '../e2e/support/browser-host.ts'
import { type RunningProgram, startProgram } from '../e2e/support/process.ts'
import { type TestSandbox, startTestSandbox } from '../e2e/support/sandbox.ts'
import { findChromium } from '../scripts/lib/chromium.ts'
import { enter, postJson } from '../src/serve/testing/test-page.ts'
import type { DirectoryState } from '../src/shared/operations/directory.ts'
import type { Envelope } from '../src/shared/rules/failure.ts'
import { median } from './lib/numbers.ts'
import { printResult } from './lib/result.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 7)
const idleSeconds = Number(process.env.LATCHKEY_BENCH_IDLE ?? 60)
/** Background work of a start, such as freeing memory, ends within this time. */
const settleSeconds = 20
const cached = Number(process.env.LATCHKEY_BENCH_USERS ?? 100_000)

const work = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

interface Start {
  program: RunningProgram
  url: string
  /** Milliseconds from the start to the printed URL. */
  up: number
}

/** A data folder, and the instance of its account. */
interface Setting {
  name: string
  data: string
  sandbox?: TestSandbox
}

/** Milliseconds. */
type Times = Record<'bare' | 'ours', number[]>

try {
  const sandbox = await startTestSandbox(join(work, 'sandbox'), { flags: ['--users', `${cached}`] })
  const settings: Setting[] = [
    { name: 'no account', data: join(work, 'none') },
    { name: 'one account', data: join(work, 'one'), sandbox },
    { name: `${cached} users cached`, data: join(work, 'many'), sandbox },
  ]
  await syncOnce(join(work, 'many'), sandbox)
  await measureColdStarts()
  for (const setting of settings) {
    await measureStarts(setting)
    await measureRest(setting)
  }
  await sandbox.stop()
} finally {
  await browser.close()
  rmSync(work, { recursive: true, force: true })
}

async function start(data?: string, caches = join(work, 'caches')): Promise<Start> {
  const began = performance.now()
  // The host has a compile cache itself.
  const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: caches }
  const program =
    data === undefined
      ? startProgram('bench/start-bare.js', [], env)
      : startProgram('out/main/serve.js', ['--no-open', '--port', '0', '--data', data], env)
  const [, url] = await program.waitForOutput(/is running at (\S+)\s/)
  return { program, url: url!, up: performance.now() - began }
}

/** The URL of the first screen: Home if there is an account. */
async function firstScreen({ program, url }: Start, sandbox?: TestSandbox): Promise<string> {
  if (!sandbox) return url
  return addAccount(program, url, { baseUrl: sandbox.url, token: sandbox.tokens.admin })
}

/** Milliseconds until a new window shows its first screen; the heading of the loading state is hidden. */
async function paint(url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.querySelector('h1:not(.sr-only)'), undefined, {
    polling: 'raf',
  })
  const time = performance.now() - began
  await context.close()
  return time
}

async function measureStarts({ name, data, sandbox }: Setting): Promise<void> {
  const up: Times = { bare: [], ours: [] }
  const painted: Times = { bare: [], ours: [] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ['bare', 'ours'] as const) {
      const isOurs = which === 'ours'
      const one = await start(isOurs ? data : undefined)
      const time = await paint(isOurs ? await firstScreen(one, sandbox) : one.url)
      await one.program.stop()
      if (round === 0) continue
      up[which].push(one.up)
      painted[which].push(time)
    }
  }
  const both = (which: keyof Times) => up[which].map((time, at) => time + painted[which][at]!)
  compare(`host up, ${name}`, up, 4)
  compare(`first screen painted, ${name}`, painted, 2.5)
  compare(`together, ${name}`, { bare: both('bare'), ours: both('ours') }, 3)
}

/** As after an installation: without a compile cache. */
async function measureColdStarts(): Promise<void> {
  const up: Times = { bare: [], ours: [] }
  for (let round = 0; round < rounds; round += 1) {
    for (const which of ['bare', 'ours'] as const) {
      const folder = (name: string) => join(work, `${name}-${round}`)
      const one = await start(which === 'ours' ? folder('cold') : undefined, folder('caches'))
      await one.program.stop()
      up[which].push(one.up)
    }
  }
  compare('host up for the first time', up)
}

/** What the host costs without a page, and with an idle one. */
async function measureRest({ name, data, sandbox }: Setting): Promise<void> {
  const one = await start(data)
  const { pid } = one.program
  const url = await firstScreen(one, sandbox)
  await delay(5_000)
  memory(`after the start, ${name}`, pid, 75)
  await delay(settleSeconds * 1000)
  await idle(`no page, ${name}`, pid)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await delay(settleSeconds * 1000)
  await idle(`a page open, ${name}`, pid)
  await page.evaluate(hide)
  await delay(settleSeconds * 1000)
  await idle(`a hidden page, ${name}`, pid)
  await context.close()
  await one.program.stop()
}

/** In a page: marks it as hidden, which a headless browser never does. */
function hide(): void {
  Object.defineProperty(document, 'hidden', { value: true })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

async function idle(what: string, pid: number): Promise<void> {
  const before = usage(pid)
  await delay(idleSeconds * 1000)
  const after = usage(pid)
  const share = (after.milliseconds - before.milliseconds) / (idleSeconds * 10)
  const wakeUps = ((after.wakeUps - before.wakeUps) * 60) / idleSeconds
  const from = `over ${idleSeconds} s`
  printResult('start', {
    ...{ what: `processor time at rest, ${what}`, value: share, unit: '% of a core' },
    ...{ from, wanted: { atMost: 0.1 } },
  })
  printResult('start', {
    ...{ what: `wake-ups at rest, ${what}`, value: wakeUps, unit: 'a minute' },
    ...{ from, wanted: { atMost: 4 } },
  })
}

/** CPU time and wake-ups so far, of the main thread and all others. Counted by Linux. */
function usage(pid: number): { milliseconds: number; wakeUps: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // In ticks of 10 ms.
  const milliseconds = (Number(fields[11]) + Number(fields[12])) * 10
  const wakeUps = /^voluntary_ctxt_switches:\s*(\d+)/m
  const counts = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(wakeUps.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1]),
  )
  return { milliseconds, wakeUps: counts.reduce((sum, count) => sum + count, 0) }
}

function memory(what: string, pid: number, atMost: number): void {
  const [, kibibytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  const value = Number(kibibytes) / 1024
  printResult('start', {
    ...{ what: `memory ${what}`, value, unit: 'MiB', from: 'RSS' },
    wanted: { atMost },
  })
}

/** Fills a data folder with all users of the instance, and prints the memory afterwards. */
async function syncOnce(data: string, sandbox: TestSandbox): Promise<void> {
  const one = await start(data)
  const headers = await enter(one.url)
  let account: string | undefined = undefined
  async function call<Value>(name: string, input: object): Promise<Value> {
    const answer = await postJson(
      `${new URL(one.url).origin}/invoke`,
      { name, input, account },
      headers,
    )
    const envelope = (await answer.json()) as Envelope
    if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.message}`)
    return envelope.value as Value
  }
  const { url: baseUrl, tokens } = sandbox
  account = (await call<{ id: string }>('accounts.add', { baseUrl, token: tokens.admin })).id
  await call('directory.read', {})
  while ((await call<DirectoryState>('directory.state', {})).phase !== 'whole') await delay(200)
  memory(`after a sync of ${cached} users`, one.program.pid, 200)
  await delay(60_000)
  memory(`a minute after a sync of ${cached} users`, one.program.pid, 150)
  await one.program.stop()
}

function compare(what: string, { bare, ours }: Times, atMost?: number): void {
  printResult('start', {
    what: `${what}, against a bare server and page`,
    value: median(ours) / median(bare),
    from: `${median(ours).toFixed(0)} ms and ${median(bare).toFixed(0)} ms, medians of ${ours.length} rounds in turn`,
    ...(atMost !== undefined && { wanted: { atMost } }),
  })
}
