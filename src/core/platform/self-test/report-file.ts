import { lstatSync } from 'node:fs'
import { arch, release } from 'node:os'
import { prepareFile } from '../files/atomic-write.ts'
import { diskProblem } from '../files/disk-errors.ts'
import { readRegularFile } from '../files/regular-file.ts'
import { t } from '../messages.ts'
import type { summarizePolicy } from '../policy/print-policy.ts'
import type { SelfCheckResult } from './run-checks.ts'

/** The self-test report. Doesn't identify the user or the computer. */
export interface SelfTestReport {
  /** The version of Latchkey. */
  version: string
  electron: string
  chrome: string
  node: string
  system: string
  arch: string
  packaged: boolean
  policy?: ReturnType<typeof summarizePolicy>
  checks: SelfCheckResult[]
  /** False until every check has run. */
  ok: boolean
}

/** A report that has no results yet. */
export function emptyReport(version: string, packaged: boolean): SelfTestReport {
  const { electron = 'unknown', chrome = 'unknown', node } = process.versions
  return {
    version,
    electron,
    chrome,
    node,
    // Custom kernels may append anything to the version.
    system: `${process.platform} ${/^[\d.]*/.exec(release())?.[0]}`,
    arch: arch(),
    packaged,
    checks: [],
    ok: false,
  }
}

/** The report can't be written; the message explains why and what to do. */
export class ReportFileUnusable extends Error {
  override name = 'ReportFileUnusable'
}

/** Writes a report to a new file or over an earlier one. Doesn't touch any other file. */
export function writeReport(file: string, report: SelfTestReport): void {
  try {
    if (!isReplaceable(file)) {
      throw new ReportFileUnusable(t('selfTest.notAReport', { file }))
    }
    prepareFile(file, `${JSON.stringify(report, undefined, 2)}\n`).commit()
  } catch (error) {
    if (error instanceof ReportFileUnusable) throw error
    throw new ReportFileUnusable(
      t('selfTest.reportNotWritten', { file, reason: diskProblem(error) }),
      { cause: error },
    )
  }
}

const maxBytes = 1_000_000

function isReplaceable(file: string): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && stats.size === 0)) return true
  return (
    stats.isFile() && stats.size <= maxBytes && isReport(readRegularFile(file, maxBytes).toString())
  )
}

function isReport(text: string): boolean {
  try {
    const { checks, ok } = JSON.parse(text) as Partial<SelfTestReport>
    return Array.isArray(checks) && typeof ok === 'boolean'
  } catch {
    return false
  }
}
