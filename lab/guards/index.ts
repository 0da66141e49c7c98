// Removes each guard in a copy of the project, and checks that its test then fails. Arguments select guards by ID.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireKnownNames } from '../known-names.ts'
import { findGuards, replaceGuard } from './find-guard.ts'
import type { Guard } from './guard.ts'
import { guards } from './table.ts'

const root = join(import.meta.dirname, '../..')

interface TestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

function projectOf({ test, isBuilt }: Guard): string {
  if (isBuilt) return 'built'
  if (test.endsWith('.keyring.test.ts')) return 'keyring'
  // See `vitest.config.ts`.
  const startsThreads = /^src\/core\/features\/directory\/[^/]*\.exploit\.test\.ts$/.test(test)
  return test.startsWith('src/main/') || startsThreads ? 'desktop' : 'unit'
}

/** A copy of the project, from which guards can be removed. */
class Copy {
  readonly path = mkdtempSync(join(tmpdir(), 'latchkey-guards-'))

  constructor() {
    const listed = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root })
    for (const file of String(listed.stdout).split('\0').filter(Boolean)) {
      if (file !== 'node_modules') cpSync(join(root, file), join(this.path, file))
    }
    symlinkSync(join(root, 'node_modules'), join(this.path, 'node_modules'))
  }

  /** Runs the tests whose title contains the guard’s, and returns their results. */
  async run(guard: Guard): Promise<{ fullName: string; status: string }[]> {
    const { test, title, isBuilt } = guard
    if (isBuilt) await this.#do('node_modules/electron-vite/bin/electron-vite.js', 'build')
    const output = join(this.path, 'report.json')
    rmSync(output, { force: true })
    await this.#do(
      'node_modules/vitest/vitest.mjs',
      ...['run', '--project', projectOf(guard), '--reporter', 'json'],
      ...['--outputFile', output, '--testNamePattern', title.replace(/[^\w ]/g, '.'), test],
    )
    const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as TestReport
    return testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ fullName, status }) => fullName.includes(title) && status !== 'skipped')
  }

  /** Runs a function without some guards, then restores them. */
  async without<T>(guard: Guard, act: () => Promise<T>): Promise<T> {
    const before = new Map<string, string>()
    try {
      for (const { id, replacement = '' } of [guard, ...(guard.also ?? [])]) {
        // Searches again, because removing another guard in the same file may have moved this one.
        const found = findGuards(this.path).find((one) => one.id === id)
        if (!found) throw new Error(`No guard is marked ${id}.`)
        const path = join(this.path, found.file)
        const text = readFileSync(path, 'utf8')
        if (!before.has(path)) before.set(path, text)
        writeFileSync(path, replaceGuard(text, found, replacement))
      }
      return await act()
    } finally {
      for (const [path, text] of before) writeFileSync(path, text)
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }

  async #do(program: string, ...options: string[]): Promise<void> {
    const child = spawn(process.execPath, [join(root, program), ...options], {
      cwd: this.path,
      stdio: 'ignore',
    })
    await once(child, 'close')
  }
}

/** Returns what is wrong, or undefined if the guard’s tests pass with it and one fails without it. */
async function survivalReason(guard: Guard, copy: Copy): Promise<string | undefined> {
  const withGuard = await copy.run(guard)
  if (withGuard.length === 0) return 'no test has this title'
  const broken = withGuard.find(({ status }) => status !== 'passed')
  if (broken) return `a test fails with the guard in place: ${broken.fullName}`
  const withoutGuard = await copy.without(guard, () => copy.run(guard))
  if (withoutGuard.length === 0) return 'the test could not run without the guard'
  return withoutGuard.some(({ status }) => status === 'failed') ? undefined : 'no test noticed'
}

const requestedIds = process.argv.slice(2)
requireKnownNames(
  requestedIds,
  guards.map(({ id }) => id),
)
const isRoot = process.geteuid?.() === 0
const remainingGuards = guards
  .filter(({ needsRoot }) => isRoot || !needsRoot)
  .filter(({ id }) => requestedIds.length === 0 || requestedIds.includes(id))
const total = remainingGuards.length
const survivors: string[] = []
const began = performance.now()

async function work(): Promise<void> {
  const copy = new Copy()
  try {
    for (let guard = remainingGuards.shift(); guard; guard = remainingGuards.shift()) {
      const reason = await survivalReason(guard, copy)
      const line = `${guard.id}: ${guard.test}: ${guard.title}`
      if (reason) survivors.push(line)
      console.log(reason ? `SURVIVED  ${line} (${reason})` : `detected  ${line}`)
    }
  } finally {
    copy.remove()
  }
}

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.log(
  `proof: guards: ${total} removed one by one, ${total - survivors.length} detected by their tests, ${survivors.length} survived (${minutes} minutes)`,
)
process.exitCode = survivors.length === 0 && total > 0 ? 0 : 1
