// node bench/start.ts: how fast the browser host starts and paints its first screen, compared with a Node server that
// only serves a page with the same libraries, and what the host costs while idle. The two alternate. Requires `npm run
// build`.
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
import { buildPage } from './lib/page.ts'
import { formatNumber, report } from './lib/result.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 7)
const idleSeconds = Number(process.env.LATCHKEY_BENCH_IDLE ?? 60)
/** How long (in seconds) after a start to measure memory. */
const memorySeconds = 5
/** How long (in seconds) background work, such as freeing memory, may continue after a start. */
const settleSeconds = 20
const cachedUsers = Number(process.env.LATCHKEY_BENCH_USERS ?? 100_000)

const work = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})

const floorPage = join(work, 'floor')

interface Start {
  program: RunningProgram
  url: string
  /** The time from the start to the printed URL, in milliseconds. */
  up: number
}

/** A data folder, and the instance to which its account belongs. */
interface Setting {
  name: string
  data: string
  sandbox?: TestSandbox
}

/** What the bare Node server costs without requests. */
interface AtRest {
  /** MiB. */
  memory: number
  /** A minute. */
  wakeUps: number
}

/** Milliseconds. */
type Times = Record<'floor' | 'latchkey', number[]>

/** What each measurement is compared with. */
const floors = {
  server: 'bare Node server',
  page: 'page with the same libraries',
  both: 'bare Node server and page with the same libraries',
}

try {
  await buildPage('start', floorPage)
  const floor = await measureFloorAtRest()
  const sandbox = await startTestSandbox(join(work, 'sandbox'), {
    flags: ['--users', `${cachedUsers}`],
  })
  const settings: Setting[] = [
    { name: 'no account', data: join(work, 'none') },
    { name: 'one account', data: join(work, 'one'), sandbox },
    { name: `${formatNumber(cachedUsers)} users cached`, data: join(work, 'many'), sandbox },
  ]
  await syncOnce(join(work, 'many'), sandbox, floor)
  await measureColdStarts()
  for (const setting of settings) {
    await measureStarts(setting)
    await measureIdle(setting, floor)
  }
  await sandbox.stop()
} finally {
  await browser.close()
  rmSync(work, { recursive: true, force: true })
}

/** Starts the host with a data folder. */
function startHost(data: string, caches = join(work, 'caches')): Promise<Start> {
  // Turns off Node’s compile cache, because the host has its own.
  const env = { NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: caches }
  return start('out/main/serve.js', ['--no-open', '--port', '0', '--data', data], env)
}

function startFloor(): Promise<Start> {
  return start('bench/lib/static-server.js', [floorPage], { NODE_COMPILE_CACHE: '' })
}

async function start(file: string, args: string[], env: Record<string, string>): Promise<Start> {
  const began = performance.now()
  const program = startProgram(file, args, env)
  const [, url] = await program.waitForOutput(/running at (\S+)\s/i)
  return { program, url: url!, up: performance.now() - began }
}

/** The URL of the first screen: Home if there is an account. */
async function firstScreen({ program, url }: Start, sandbox?: TestSandbox): Promise<string> {
  if (!sandbox) return url
  return addAccount(program, url, { baseUrl: sandbox.url, token: sandbox.tokens.admin })
}

/**
 * Measures how long (ms) a new window takes to show its first screen. The loading state’s heading is hidden, so it
 * doesn’t count.
 */
async function measurePaint(url: string): Promise<number> {
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
  const up: Times = { floor: [], latchkey: [] }
  const paintTimes: Times = { floor: [], latchkey: [] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const which of ['floor', 'latchkey'] as const) {
      const isHost = which === 'latchkey'
      const running = await (isHost ? startHost(data) : startFloor())
      const time = await measurePaint(isHost ? await firstScreen(running, sandbox) : running.url)
      await running.program.stop()
      if (round === 0) continue
      up[which].push(running.up)
      paintTimes[which].push(time)
    }
  }
  const totals = (which: keyof Times) => up[which].map((time, at) => time + paintTimes[which][at]!)
  compare(`host started, ${name}`, up, floors.server, 1.9)
  compare(`first screen painted, ${name}`, paintTimes, floors.page, 1.8)
  compare(
    `host started and first screen painted, ${name}`,
    { floor: totals('floor'), latchkey: totals('latchkey') },
    floors.both,
    1.9,
  )
}

/** Measures starts without a compile cache, as after an installation. */
async function measureColdStarts(): Promise<void> {
  const up: Times = { floor: [], latchkey: [] }
  for (let round = 0; round < rounds; round += 1) {
    const folder = (name: string) => join(work, `${name}-${round}`)
    const floor = await startFloor()
    await floor.program.stop()
    const host = await startHost(folder('cold'), folder('caches'))
    await host.program.stop()
    up.floor.push(floor.up)
    up.latchkey.push(host.up)
  }
  compare('host started for the first time', up, floors.server)
}

/** Measures what the host costs without a page, with an idle one, and with a hidden one. */
async function measureIdle({ name, data, sandbox }: Setting, floor: AtRest): Promise<void> {
  const host = await startHost(data)
  const { pid } = host.program
  const url = await firstScreen(host, sandbox)
  await delay(memorySeconds * 1000)
  reportMemory(`after the start, ${name}`, pid, floor.memory, sandbox ? 2.1 : 1.6)
  await delay(settleSeconds * 1000)
  await reportIdleUsage(`no page, ${name}`, pid, floor, 1.2)
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(url)
  await delay(settleSeconds * 1000)
  await reportIdleUsage(`a page open, ${name}`, pid, floor)
  await page.evaluate(hide)
  await delay(settleSeconds * 1000)
  await reportIdleUsage(`a hidden page, ${name}`, pid, floor, 1.2)
  await context.close()
  await host.program.stop()
}

/** Runs in the page and marks it as hidden, which headless browsers never do. */
function hide(): void {
  Object.defineProperty(document, 'hidden', { value: true })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
  document.dispatchEvent(new Event('visibilitychange'))
}

async function reportIdleUsage(
  what: string,
  pid: number,
  floor: AtRest,
  wakeUpsAtMost?: number,
): Promise<void> {
  const { share, wakeUps } = await measureIdleUsage(pid)
  report('start', {
    what: `CPU time while idle, ${what}`,
    value: share,
    unit: '% of a core',
    atMost: 0.1,
  })
  report('start', {
    what: `wake-ups while idle, ${what}`,
    value: wakeUps,
    unit: 'a minute',
    baseline: { name: floors.server, value: floor.wakeUps },
    atMost: wakeUpsAtMost,
  })
}

/** The share (%) of a core used while idle, and wake-ups a minute. */
async function measureIdleUsage(pid: number): Promise<{ share: number; wakeUps: number }> {
  const before = readUsage(pid)
  await delay(idleSeconds * 1000)
  const after = readUsage(pid)
  return {
    share: (after.milliseconds - before.milliseconds) / (idleSeconds * 10),
    wakeUps: ((after.wakeUps - before.wakeUps) * 60) / idleSeconds,
  }
}

/** CPU time and wake-ups of all threads so far, as counted by Linux. */
function readUsage(pid: number): { milliseconds: number; wakeUps: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  // Linux counts CPU time in ticks of 10 ms.
  const milliseconds = (Number(fields[11]) + Number(fields[12])) * 10
  const wakeUps = /^voluntary_ctxt_switches:\s*(\d+)/m
  const counts = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(wakeUps.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1]),
  )
  return { milliseconds, wakeUps: counts.reduce((sum, count) => sum + count, 0) }
}

async function measureFloorAtRest(): Promise<AtRest> {
  const { program } = await startFloor()
  await delay(memorySeconds * 1000)
  const memory = readMemory(program.pid)
  await delay(settleSeconds * 1000)
  const { wakeUps } = await measureIdleUsage(program.pid)
  await program.stop()
  return { memory, wakeUps }
}

/** The resident set size in MiB. */
function readMemory(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
  return Number(kibibytes) / 1024
}

function reportMemory(what: string, pid: number, floorMemory: number, atMost?: number): void {
  const baseline = { name: floors.server, value: floorMemory }
  report('start', {
    what: `memory (RSS) ${what}`,
    value: readMemory(pid),
    unit: 'MiB',
    baseline,
    atMost,
  })
}

/** Fills a data folder with all of the instance’s users, and reports the memory used afterwards. */
async function syncOnce(data: string, sandbox: TestSandbox, floor: AtRest): Promise<void> {
  const { program, url } = await startHost(data)
  const headers = await enter(url)
  let account: string | undefined = undefined
  async function call<Value>(name: string, input: object): Promise<Value> {
    const body = { name, input, account }
    const response = await postJson(`${new URL(url).origin}/invoke`, body, headers)
    const envelope = (await response.json()) as Envelope
    if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.message}`)
    return envelope.value as Value
  }
  const { url: baseUrl, tokens } = sandbox
  account = (await call<{ id: string }>('accounts.add', { baseUrl, token: tokens.admin })).id
  await delay(memorySeconds * 1000)
  const atRest = readMemory(program.pid)
  await call('directory.read', {})
  while ((await call<DirectoryState>('directory.state', {})).phase !== 'whole') await delay(200)
  const users = `loading ${formatNumber(cachedUsers)} users`
  reportMemory(`after ${users}`, program.pid, floor.memory)
  await delay(60_000)
  report('start', {
    what: `growth of memory (RSS) a minute after ${users}`,
    value: readMemory(program.pid) - atRest,
    unit: 'MiB',
    atMost: 60,
  })
  await program.stop()
}

function compare(what: string, { floor, latchkey }: Times, name: string, atMost?: number): void {
  const baseline = { name, value: median(floor) }
  report('start', { what, value: median(latchkey), unit: 'ms', baseline, atMost })
}
