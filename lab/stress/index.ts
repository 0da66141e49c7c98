// Runs the tests on a busy machine, in random order, and at unusual times and in unusual time zones. Exits with 1 if
// any test fails.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { requireKnownNames } from '../known-names.ts'
import { findFakeTime } from '../../scripts/lib/fake-time.ts'
import { failedInPlaywright, failedInVitest } from './failed-tests.ts'
import { findClockTests } from './clock-tests.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'load,e2e,times' },
    rounds: { type: 'string', default: '1' },
    loops: { type: 'string', default: String(availableParallelism() + 1) },
    seed: { type: 'string', default: String(process.pid) },
  },
})
const parts = values.only.split(',')
requireKnownNames(parts, ['load', 'e2e', 'times'])
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'latchkey-stress-'))
const failures: string[] = []

const berlin = 'Europe/Berlin'
const newfoundland = 'America/St_Johns'
/** When each test process starts: a few seconds before the minute, the date, or the clock changes. */
const times: readonly [description: string, time: string, zone: string][] = [
  ['before the next minute', '2026-11-20 10:14:58', 'UTC'],
  ['before midnight', '2026-11-20 23:59:57', berlin],
  ['before New Year', '2026-12-31 23:59:57', berlin],
  ['before summer time, Berlin', '2026-03-29 01:59:57', berlin],
  ['before winter time, Berlin', '2026-10-25 02:59:57', berlin],
  ["before summer time, St. John's", '2026-03-08 01:59:57', newfoundland],
  ["before winter time, St. John's", '2026-11-01 01:59:57', newfoundland],
  ['before 29 February', '2028-02-28 23:59:57', berlin],
  ['before 1 March of a leap year', '2028-02-29 23:59:57', 'UTC'],
]
const languages = ['de_DE.UTF-8', 'ja_JP.UTF-8']
const fakeTime = findFakeTime()

for (const command of ['node scripts/testing-tools.ts', 'npm run build']) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
}
try {
  const load = parts.some((part) => part === 'load' || part === 'e2e') ? startLoad() : undefined
  for (let round = 0; round < rounds; round += 1) {
    const seed = Number(values.seed) + round
    if (parts.includes('load')) runVitestParts(`under load, seed ${seed}`, seed)
    if (parts.includes('e2e')) runPlaywright(`under load, round ${round + 1}`, {})
  }
  load?.stop()
  if (parts.includes('times')) runAtTimes()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'All passed.' : `\nFailed:\n${failures.join('\n')}`)
process.exit(failures.length === 0 ? 0 : 1)

/** Starts busy loops that run alongside the tests, as on a machine with other work. */
function startLoad() {
  const loops = Array.from({ length: Number(values.loops) }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return { stop: () => loops.forEach((loop) => loop.kill('SIGKILL')) }
}

/** Shuffles only files, because tests within a file may depend on each other. */
function runVitestParts(description: string, seed: number): void {
  const shuffle = ['--sequence.shuffle.files', '--sequence.seed', String(seed)]
  runVitest(description, ['--project', 'unit', '--project', 'desktop', ...shuffle], {})
  runVitest(description, ['--project', 'built', ...shuffle], {})
}

/**
 * Runs tests that use the clock at each time and in each time zone and language, and the e2e tests with their own
 * clocks set.
 */
function runAtTimes(): void {
  const files = findClockTests()
  const vitest = ['--project', 'unit', '--project', 'desktop', '--isolate', ...files]
  console.log(`${files.length} test files use the clock.`)
  if (!fakeTime) console.log('Times are skipped: Debian\'s package "faketime" is not installed.')
  for (const [description, time, zone] of fakeTime ? times : []) {
    const clock = { FAKETIME: `@${time}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    runVitest(`${description} (${zone})`, vitest, { LD_PRELOAD: fakeTime!, ...clock, TZ: zone })
  }
  for (const language of languages) {
    const place = { TZ: 'Pacific/Chatham', LANG: language, LC_ALL: language }
    runVitest(`Pacific/Chatham, ${language}`, vitest, place)
  }
  const newYear = { LATCHKEY_TEST_TIME: '2026-12-31T22:59:50Z' }
  runPlaywright('before New Year in Berlin', newYear)
}

function runVitest(description: string, options: string[], env: Record<string, string>): void {
  const report = join(folder, 'vitest.json')
  const outputs = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  run(description, ['vitest', 'run', ...outputs, ...options], env, report, failedInVitest)
}

/** A test that passes only on the second try counts as failed. */
function runPlaywright(description: string, env: Record<string, string>): void {
  const report = join(folder, 'playwright.json')
  const set = [
    '--config',
    'e2e/playwright.config.ts',
    '--project',
    'browser',
    '--grep-invert',
    '@full',
  ]
  run(
    description,
    ['playwright', 'test', ...set, '--reporter=dot,json'],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    report,
    failedInPlaywright,
  )
}

function run(
  description: string,
  command: string[],
  env: Record<string, string>,
  report: string,
  failed: (report: never) => string[],
): void {
  console.log(`\n=== ${command[0]} ${description}`)
  rmSync(report, { force: true })
  const began = performance.now()
  const options = { stdio: 'inherit', env: { ...process.env, ...env } } as const
  const { status } = spawnSync('npx', command, options)
  const tests = failed(JSON.parse(readFileSync(report, 'utf8')) as never)
  if (status !== 0 && tests.length === 0) tests.push(`(ended with ${status})`)
  failures.push(...tests.map((test) => `${command[0]} ${description}: ${test}`))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`=== ${tests.length === 0 ? 'passed' : `${tests.length} failed`} in ${seconds} s`)
}
