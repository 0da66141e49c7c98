import { toCsv, toCsvLines } from '../platform/files/csv.ts'
import { type TextFile, besideCsv, toDescribedJson } from '../platform/files/described-table.ts'
import { createTimeSlicer } from '../platform/time/time-slicer.ts'
import type { JobItem } from './job-kind.ts'
import type { JobStore } from './job-store.ts'
import { formatStoredFailure } from './stored-failure.ts'

/** An item's cells by column name. */
export type ReportColumns = Readonly<Record<string, (item: JobItem) => string | number | undefined>>

const commonColumns: ReportColumns = {
  id: ({ target }) => target.id,
  username: ({ target }) => target.username,
  name: ({ target }) => target.name,
  action: ({ action }) => action,
  before: ({ before, target }) => before ?? target.state,
  after: ({ after }) => after,
  outcome: ({ state }) => state,
  answer: ({ failure }) => failure && formatStoredFailure(failure).message,
  reason: ({ reason }) => reason,
  finished: ({ finished }) => toIso(finished),
  first_request: ({ firstRequest }) => toIso(firstRequest),
  last_answer: ({ lastAnswer }) => toIso(lastAnswer),
}

function toIso(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString()
}

/** The cells of a row that was left out, by column name. */
export type SkippedCells = Readonly<Record<string, string | number>>

interface ReportFacts {
  /** File name without the extension. */
  name: string
  format: 'csv' | 'json'
  /** Describes the job. */
  description: object
  /** Its kind's columns. */
  columns?: ReportColumns | undefined
  /** The cells of rows that were left out. */
  skipped?: readonly SkippedCells[] | undefined
}

/** A description of a job, followed by one row per item in queue order. Times are in UTC. */
export async function createReport(
  store: JobStore,
  job: number,
  { name, format, description, columns: ofKind, skipped = [] }: ReportFacts,
): Promise<TextFile[]> {
  const columns = { ...commonColumns, ...ofKind }
  const filename = `${name}.${format}`
  const pause = createTimeSlicer()
  const rows: string[] = []
  for (const page of store.pages(job)) {
    if (format === 'csv') rows.push(toCsvLines(page.map((item) => toCells(item, columns))))
    else rows.push(...page.map((item) => toJson(item, columns)))
    await pause()
  }
  const others = skipped.map((cells): SkippedCells => ({ ...cells, outcome: 'skipped' }))
  if (format === 'json') rows.push(...others.map((cells) => JSON.stringify(cells)))
  else
    rows.push(
      toCsvLines(
        others.map((cells) => Object.keys(columns).map((column) => String(cells[column] ?? ''))),
      ),
    )
  if (format === 'json') return [{ filename, text: toDescribedJson(description, 'actions', rows) }]
  const text = toCsv([Object.keys(columns)]) + rows.join('')
  return besideCsv({ filename, text }, description)
}

function toCells(item: JobItem, columns: ReportColumns): string[] {
  return Object.values(columns).map((column) => String(column(item) ?? ''))
}

function toJson(item: JobItem, columns: ReportColumns): string {
  const values = Object.entries(columns).map(([name, column]) => [name, column(item)] as const)
  return JSON.stringify(Object.fromEntries(values))
}
