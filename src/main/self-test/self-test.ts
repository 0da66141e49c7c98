import { app } from 'electron'
import { makeDataFolder } from '../../core/platform/files/data-folder.ts'
import { t } from '../../core/platform/messages.ts'
import { describeError } from '../../core/platform/log/describe-error.ts'
import {
  type SelfCheck,
  CheckFailed,
  type SelfCheckResult,
  runChecks,
} from '../../core/platform/self-test/run-checks.ts'
import {
  databaseCheck,
  keychainCheck,
  workerCheck,
} from '../../core/platform/self-test/local-checks.ts'
import {
  ReportFileUnusable,
  emptyReport,
  writeReport,
} from '../../core/platform/self-test/report-file.ts'
import type { ManagedPolicy } from '../../core/platform/policy/policy.ts'
import { summarizePolicy } from '../../core/platform/policy/print-policy.ts'
import { readPolicy } from '../../core/platform/policy/read-policy.ts'
import { loadKeytar } from '../../core/platform/keychain/create-secret-store.ts'
import { type AppParts, type OpenApp, openApp } from './open-app.ts'
import { pageChecks } from './page-checks.ts'
import { type IsSandboxed, sandboxCheck } from './sandbox.ts'
import { serviceChecks } from './service-checks.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignoreErrors } from '../../core/platform/ignore-errors.ts'

/** Tests override these. */
export interface SelfTestOptions extends AppParts {
  /** Timeout (ms) per check. */
  limitMs?: number
  loadKeychain?: Parameters<typeof keychainCheck>[0]
  isSandboxed?: IsSandboxed
  policy?: ManagedPolicy
}

/** Exit codes. `noReport` means that the report couldn't be written. */
const exitCodes = { passed: 0, failed: 1, noReport: 2 }

/**
 * Checks this installation, writes a report to `file`, and exits the app. Must be called before the app is ready.
 *
 * Guarantee: it works in a temporary folder that it removes, and doesn't touch the user's data, keychain, or
 * running Latchkey.
 */
export async function runSelfTest(
  file: string | undefined,
  options: SelfTestOptions,
): Promise<void> {
  if (file === undefined) {
    print(t('selfTest.needsFile'))
    return app.exit(exitCodes.noReport)
  }
  const report = emptyReport(app.getVersion(), app.isPackaged)
  const reading = options.policy ?? readPolicy()
  try {
    // If the process ends early, an older report in this file could be mistaken for the new one.
    writeReport(file, report)
    await checkAll(options, (result) => {
      report.checks.push(result)
      if (result.result !== 'passed') print(`${result.name} ${result.result}: ${result.detail}`)
      writeReport(file, report)
    })
    report.policy = summarizePolicy(await reading)
    report.ok = report.checks.every(({ result }) => result !== 'failed')
    writeReport(file, report)
    print(t('selfTest.finished', { isOk: report.ok, file }))
    app.exit(report.ok ? exitCodes.passed : exitCodes.failed)
  } catch (error) {
    print(error instanceof ReportFileUnusable ? error.message : describeError(error))
    app.exit(error instanceof ReportFileUnusable ? exitCodes.noReport : exitCodes.failed)
  }
}

async function checkAll(
  options: SelfTestOptions,
  done: (result: SelfCheckResult) => void,
): Promise<void> {
  const folder = makeDataFolder(mkdtempSync(join(tmpdir(), 'latchkey-self-test-')))
  app.setPath('userData', folder)
  keepChromiumFromKeychain()
  const remove = () => removeTemporaryFolder(folder)
  failOnQuit(remove)
  const unexpected = collectUnexpectedErrors()
  try {
    const { limitMs = 30_000 } = options
    await runChecks(checksOf(folder, options, unexpected.check), { limitMs, done })
  } finally {
    unexpected.stop()
    remove()
  }
}

function checksOf(
  folder: string,
  { loadKeychain = loadKeytar, isSandboxed, ...parts }: SelfTestOptions,
  checkUnexpected: () => void,
): SelfCheck[] {
  let started: OpenApp | undefined
  const opened = () => {
    if (!started) throw new CheckFailed(t('selfTest.notStarted'))
    return started
  }
  const { checks, page } = pageChecks(() => opened().openPage())
  return [
    databaseCheck(folder),
    workerCheck(parts.paths.worker, folder),
    keychainCheck(loadKeychain),
    {
      name: 'start',
      async run() {
        await app.whenReady()
        started = openApp(folder, parts)
      },
    },
    ...checks,
    sandboxCheck(page, isSandboxed),
    ...serviceChecks({ page, opened }),
    {
      name: 'end',
      async run() {
        await started?.close()
        checkUnexpected()
      },
    },
  ]
}

/** Chromium encrypts cookies with a key in the user's keychain; on macOS, an unsigned app would prompt for access. */
function keepChromiumFromKeychain(): void {
  app.commandLine.appendSwitch('use-mock-keychain')
  app.commandLine.appendSwitch('password-store', 'basic')
}

/** Makes a self-test that quits early exit as failed. */
function failOnQuit(cleanUp: () => void): void {
  app.on('before-quit', (event) => {
    event.preventDefault()
    print(t('selfTest.quitEarly'))
    cleanUp()
    app.exit(exitCodes.failed)
  })
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Collects errors outside the checks, for which Electron would otherwise open a dialog and wait. */
function collectUnexpectedErrors(): { check(): void; stop(): void } {
  const notes: string[] = []
  const note = (error: unknown) => void notes.push(describeError(error))
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
  app.on('render-process-gone', (_, _contents, { reason }) => {
    notes.push(`page-process-ended (${reason})`)
  })
  return {
    check() {
      if (notes.length > 0) throw new CheckFailed(t('selfTest.otherErrors', { errors: notes }))
    },
    stop() {
      process.off('uncaughtException', note)
      process.off('unhandledRejection', note)
    },
  }
}

function removeTemporaryFolder(path: string): void {
  ignoreErrors(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
}
