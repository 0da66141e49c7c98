import type { BulkRun } from '../../../../shared/operations/bulk.ts'
import { describeRun, sumsOfBulkRun } from '../../../../shared/rules/run-sums.ts'
import { toCsvLines, toCsv } from '../../../platform/files/csv.ts'
import {
  type TextFile,
  besideCsv,
  toDescribedJson,
} from '../../../platform/files/described-table.ts'
import { localDay } from '../../../../shared/rules/local-day.ts'
import { createTimeSlicer } from '../../../platform/time/time-slicer.ts'
import { formatStoredFailure } from '../../../jobs/stored-failure.ts'
import type { ActionRow, ActionStore } from '../action-store.ts'

const columns: Record<string, (row: ActionRow) => string | number | undefined> = {
  id: ({ target }) => target.id,
  username: ({ target }) => target.username,
  name: ({ target }) => target.name,
  action: ({ action }) => action,
  before: ({ before, target }) => before ?? target.state,
  after: ({ after }) => after,
  outcome: ({ state }) => state,
  answer: ({ failure }) => failure && formatStoredFailure(failure).message,
  reason: ({ reason }) => reason,
  finished: ({ finished }) => finished && new Date(finished).toISOString(),
}

/** A line for each user of a run, in the order in which they were queued, and what the run is. Times are in UTC. */
export async function createBulkReport(
  store: ActionStore,
  run: BulkRun,
  format: 'csv' | 'json',
): Promise<TextFile[]> {
  const { id, action, plan, created } = run
  const filename = `${plan ? 'plan' : action}-${localDay(created)}-run-${id}.${format}`
  const description = {
    action: plan?.name ?? action,
    ...describeRun(run, sumsOfBulkRun(run)),
  }
  const pause = createTimeSlicer()
  const rows: string[] = []
  for (const page of store.pages(id)) {
    if (format === 'csv') rows.push(toCsvLines(page.map(toCells)))
    else rows.push(...page.map(toJson))
    await pause()
  }
  if (format === 'json') return [{ filename, text: toDescribedJson(description, 'actions', rows) }]
  const text = toCsv([Object.keys(columns)]) + rows.join('')
  return besideCsv({ filename, text }, description)
}

function toCells(row: ActionRow): string[] {
  return Object.values(columns).map((column) => String(column(row) ?? ''))
}

function toJson(row: ActionRow): string {
  const values = Object.entries(columns).map(([name, column]) => [name, column(row)] as const)
  return JSON.stringify(Object.fromEntries(values))
}
