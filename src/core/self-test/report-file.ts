import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { arch, release } from 'node:os'
import { textOf } from '../infra/messages.ts'
import { diskProblem } from '../infra/files/disk-errors.ts'
import type { CheckResult } from './checks.ts'

/** What the self-test writes. Nothing in it tells who ran it, or on which computer. */
export interface SelfTestReport {
  /** Of Latchkey. */
  version: string
  electron: string
  chrome: string
  node: string
  system: string
  arch: string
  packaged: boolean
  checks: CheckResult[]
  /** False until every check has run. */
  ok: boolean
}

/** A report without results yet. */
export function emptyReport(version: string, packaged: boolean): SelfTestReport {
  const { electron = 'unknown', chrome = 'unknown', node } = process.versions
  return {
    version,
    electron,
    chrome,
    node,
    // Who builds a kernel may put any name behind its number.
    system: `${process.platform} ${/^[\d.]*/.exec(release())?.[0]}`,
    arch: arch(),
    packaged,
    checks: [],
    ok: false,
  }
}

/** Thrown where no report can be written; the message says why and what to do. */
export class ReportFileUnusable extends Error {
  override name = 'ReportFileUnusable'
}

/** Writes a report, over an earlier one or to a new file. A file that holds anything else is left alone. */
export function writeReport(file: string, report: SelfTestReport): void {
  try {
    if (!isReplaceable(file)) {
      throw new ReportFileUnusable(
        `${file} isn't a self-test report and won't be overwritten. Choose another file.`,
      )
    }
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`)
  } catch (error) {
    if (error instanceof ReportFileUnusable) throw error
    throw new ReportFileUnusable(
      `Couldn't write the self-test report to ${file}: ${textOf(diskProblem(error))}. Choose another file.`,
      { cause: error },
    )
  }
}

const mostBytes = 1_000_000

function isReplaceable(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats || (stats.isFile() && stats.size === 0)) return true
  // Reading a named pipe, for example, would wait for whoever writes to it.
  return stats.isFile() && stats.size <= mostBytes && isReport(readFileSync(file, 'utf8'))
}

function isReport(text: string): boolean {
  try {
    const { checks, ok } = JSON.parse(text) as Partial<SelfTestReport>
    return Array.isArray(checks) && typeof ok === 'boolean'
  } catch {
    return false
  }
}
