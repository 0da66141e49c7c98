// Uses the built browser host for 20 minutes, or for `--minutes` or `--hours`: three accounts on two instances that
// restart every minute and occasionally fail in every way. Prints how memory, open files, databases, and logs grow, and
// fails if they keep growing.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type TestSandbox, startTestSandbox } from '../../e2e/support/sandbox.ts'
import { createRandom } from '../../src/sandbox/seed/random.ts'
import type { Account } from '../../src/shared/operations/accounts.ts'
import { type ResourceUsage, type SoakHost, startSoakHost } from './host.ts'
import { type Worker, startWorker } from './load.ts'
import { type Sample, slopeOf } from './slope.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, hours: { type: 'string' }, pause: { type: 'string' } },
})
const minutes = Number(values.hours ?? 0) * 60 + Number(values.minutes ?? (values.hours ? 0 : 20))
const pauseMs = Number(values.pause ?? 500)
/** Measures growth only after this fraction of the time. */
const warmUpShare = 0.25
/**
 * For these first minutes, the accounts run without pauses. Statements, formats, and stack traces fill their caches
 * over the first ten thousand calls, which would otherwise take half an hour.
 */
const unpausedMinutes = Math.min(5, minutes * warmUpShare)
const samples = 80
const settleMs = 1_000
/** How fast the heap without compiled code may grow, in MiB per hour. */
const maxSlope = 1
/**
 * How large the compiled code may get, in MiB. It grows for hours, but would reach only about 22 if all 3,000 functions
 * that run were optimized. More means that functions are created repeatedly.
 */
const maxCompiledCode = 24
/**
 * Runs of this length or longer must prove that the slope is within the limit. Shorter runs only must not prove that it
 * exceeds the limit.
 */
const proofMinutes = 8 * 60
const faults = [
  ...['latency=300', 'status=500', 'status=502', 'status=503', 'status=429', 'reset-before'],
  ...['reset-after', 'truncate', 'html', 'content-type=text/plain', 'redirect=http://127.0.0.1:9/'],
]

const labels = {
  heap: 'heap after a collection',
  data: 'heap without compiled code',
  code: 'compiled code in the heap',
  rss: 'RSS',
  openFiles: 'open files',
  databases: 'databases',
  logs: 'logs',
}

const work = mkdtempSync(join(tmpdir(), 'latchkey-soak-'))
const random = createRandom('soak')
const problems: string[] = []

try {
  const instances = [1, 2].map((seed) =>
    startTestSandbox(join(work, `instance-${seed}`), {
      seed,
      flags: ['--users', '500', '--lasting-tokens'],
    }),
  )
  const [first, second] = (await Promise.all(instances)) as [TestSandbox, TestSandbox]
  const host = await startSoakHost(join(work, 'data'))
  const warmUpEnd = performance.now() + unpausedMinutes * 60_000
  const pace = { pauseMs: () => (performance.now() < warmUpEnd ? 0 : pauseMs) }
  const workers = [
    startWorker(host, await signIn(host, first, 'admin'), { isAdmin: true, ...pace }),
    startWorker(host, await signIn(host, first, 'user'), { isAdmin: false, ...pace }),
    startWorker(host, await signIn(host, second, 'admin'), { isAdmin: true, ...pace }),
  ]
  const ended = new AbortController()
  const backgroundTasks = [
    restartWithFaults([first, second], ended.signal),
    listen(host, ended.signal),
  ]
  const readings = await readAll(host, workers)
  ended.abort()
  await Promise.all([...workers.map((one) => one.stop()), ...backgroundTasks])
  report(readings, workers)
  await host.stop()
  await Promise.all([first.stop(), second.stop()])
} finally {
  rmSync(work, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

async function signIn(
  { call }: SoakHost,
  { url: baseUrl, tokens }: TestSandbox,
  who: 'admin' | 'user',
): Promise<string> {
  const envelope = await call('accounts.add', { baseUrl, token: tokens[who] })
  if (!envelope.ok) throw new Error(envelope.failure.message)
  return (envelope.value as Account).id
}

/** Restarts the instances in turn, each time with different faults in the next calls. */
async function restartWithFaults(
  instances: readonly TestSandbox[],
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; await sleep(30_000, signal); turn += 1) {
    const instance = instances[turn % instances.length]!
    await instance.stop()
    const selectedFaults = Array.from(
      { length: 25 },
      () => `* ** ${1 + random.below(150)} ${random.pick(faults)}`,
    )
    await instance.start({ faults: selectedFaults })
  }
}

/** Listens to events like a page that is reloaded occasionally. */
async function listen({ origin, headers }: SoakHost, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const page = AbortSignal.any([signal, AbortSignal.timeout(20_000)])
    try {
      const { body } = await fetch(`${origin}/events`, { headers, signal: page })
      await body!.pipeTo(new WritableStream())
    } catch (error) {
      if (!page.aborted) throw error
    }
  }
}

/** Resolves to true after a time, or to false as soon as the run ends. */
async function sleep(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
  return !signal.aborted
}

/** Takes measurements, each with its time in hours. */
async function readAll(
  host: SoakHost,
  workers: readonly Worker[],
): Promise<(ResourceUsage & { time: number })[]> {
  const readings: (ResourceUsage & { time: number })[] = []
  const began = performance.now()
  for (let number = 1; number <= samples; number += 1) {
    await delay(began + (number * minutes * 60_000) / samples - performance.now())
    const reading = await readWhenIdle(host, workers)
    const time = (performance.now() - began) / 3_600_000
    readings.push({ ...reading, time })
    const { heap, data, code, rss, openFiles, databases, logs } = reading
    const sizes = { heap, data, code, rss, databases, logs }
    const summary = Object.entries(sizes).map(
      ([name, mebibytes]) => `${name} ${mebibytes.toFixed(1)}`,
    )
    console.log(`${(time * 60).toFixed(1)} min: ${summary.join(', ')} MiB, ${openFiles} open files`)
  }
  return readings
}

/**
 * Takes a measurement while no calls are pending, because each pending call takes up to a mebibyte and would hide slow
 * growth.
 */
async function readWhenIdle(host: SoakHost, workers: readonly Worker[]): Promise<ResourceUsage> {
  const { promise: workResumed, resolve: resume } = Promise.withResolvers<void>()
  try {
    await Promise.all(workers.map((one) => one.rest(workResumed)))
    // Gives the queue time to send the pending actions.
    await delay(settleMs)
    return await host.read()
  } finally {
    resume()
  }
}

function report(
  readings: readonly (ResourceUsage & { time: number })[],
  workers: readonly Worker[],
) {
  const samplesAfterWarmUp = readings.slice(Math.ceil(readings.length * warmUpShare))
  const sum = (which: 'done' | 'failed') =>
    workers.reduce((total, one) => total + [...one[which].values()].reduce((a, b) => a + b, 0), 0)
  const neverSucceeded = workers.flatMap(({ done, failed }) =>
    [...failed.keys()].filter((name) => !done.has(name)),
  )
  const print = (what: string) => console.log(`proof: soak over ${minutes} minutes, ${what}`)
  print(
    `3 accounts at 2 instances with faults and restarts: ${sum('done')} calls succeeded, ${sum('failed')} failed as expected`,
  )
  if (neverSucceeded.length > 0) problems.push(`Never succeeded: ${neverSucceeded.join(', ')}`)

  for (const name of ['heap', 'data', 'code', 'rss', 'openFiles', 'databases', 'logs'] as const) {
    const { slope, low, high } = slopeOf(
      samplesAfterWarmUp.map((reading): Sample => ({ time: reading.time, value: reading[name] })),
    )
    const unit = name === 'openFiles' ? '' : ' MiB'
    const [begin, end] = [samplesAfterWarmUp[0]![name], samplesAfterWarmUp.at(-1)![name]]
    print(
      `${labels[name]}: ${slope.toFixed(2)}${unit} an hour (95 %: ${low.toFixed(2)} to ${high.toFixed(2)}), ` +
        `from ${begin.toFixed(1)} to ${end.toFixed(1)}${unit}`,
    )
    if (name === 'data' && (minutes < proofMinutes ? low : high) > maxSlope) {
      problems.push(`The heap without compiled code grows by more than ${maxSlope} MiB an hour.`)
    }
    if (name === 'code' && end > maxCompiledCode) {
      problems.push(`The compiled code is larger than ${maxCompiledCode} MiB.`)
    }
    if (name === 'openFiles' && low > 1) problems.push('The number of open files keeps growing.')
    if (name === 'logs' && end > 10) problems.push('The logs are larger than 10 MiB.')
  }
}
