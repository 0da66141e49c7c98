import { createHash } from 'node:crypto'
import { message } from '../../../shared/messages/message.ts'
import {
  type CounterId,
  type DayValue,
  counterDefinition,
  counterIds,
  counterLabel,
  counterOf,
  monthBefore,
  monthFigures,
} from '../../../shared/rules/reports.ts'
import { toCsv } from '../../platform/files/csv.ts'
import { type TextFile, besideCsv } from '../../platform/files/described-table.ts'
import { textOf } from '../../platform/messages.ts'

interface ExportedMonth {
  /** `YYYY-MM`. */
  month: string
  instance: string
  actor: string
  /** Without an extension. */
  filename: string
  now: number
  /** The known values between two days. */
  series(counter: CounterId, from: string, to: string): DayValue[]
}

/** The columns of the CSV file before those of the days. */
const figureColumns = ['first', 'last', 'min', 'max', 'days_known'] as const

/**
 * A month's values as a JSON file, or as a CSV file with a JSON file next to it. Guarantee: the SHA-256 in the file covers all
 * figures, and the file says how to compute it.
 */
export function exportReport(report: ExportedMonth, format: 'csv' | 'json'): TextFile[] {
  const counters = readCounters(report)
  const filename = `${report.filename}.${format}`
  if (format === 'csv') {
    const text = toCsvTable(report.month, counters)
    const description = {
      ...describe(report),
      file: filename,
      sha256: sha256(text),
      verify: textOf(message('reports.verifyCsv', { filename })),
      definitions: Object.fromEntries(counters.map(({ id, definition }) => [id, definition])),
    }
    return besideCsv({ filename, text }, description)
  }
  const data = { ...describe(report), counters }
  const verify = textOf(message('reports.verifyJson', { filename }))
  const text = JSON.stringify({ verify, sha256: sha256(JSON.stringify(data)), data }, null, 2)
  return [{ filename, text: `${text}\n` }]
}

function describe({ month, instance, actor, now }: ExportedMonth) {
  return {
    instance,
    exported_by: actor,
    as_of: new Date(now).toISOString(),
    month,
    month_before: monthBefore(month),
  }
}

function readCounters({ month, series }: ExportedMonth) {
  const valuesIn = (id: CounterId, of: string) => series(id, `${of}-01`, `${of}-31`)
  return counterIds.map((id) => {
    const values = valuesIn(id, month)
    return {
      id,
      label: textOf(counterLabel(id)),
      definition: textOf(counterDefinition(id)),
      unit: counterOf(id).unit,
      month: toFigures(values),
      month_before: toFigures(valuesIn(id, monthBefore(month))),
      days: Object.fromEntries(values.map(({ day, value }) => [day, value])),
    }
  })
}

function toFigures(values: readonly DayValue[]) {
  const figures = monthFigures(values)
  if (!figures) return null
  const { first, last, min, max, days } = figures
  return { first, last, min, max, days_known: days }
}

type ExportedCounter = ReturnType<typeof readCounters>[number]

/** A row for each counter. A day that isn't known is empty. */
function toCsvTable(month: string, counters: readonly ExportedCounter[]): string {
  const days = daysOf(month)
  const before = figureColumns.map((column) => `month_before_${column}`)
  const head = ['counter', 'label', 'unit', ...figureColumns, ...before, ...days, 'definition']
  const rows = counters.map((counter) => [
    counter.id,
    counter.label,
    counter.unit,
    ...toCells(counter.month),
    ...toCells(counter.month_before),
    ...days.map((day) => toCell(counter.days[day])),
    counter.definition,
  ])
  return toCsv([head, ...rows])
}

function toCells(figures: ExportedCounter['month']): string[] {
  return figureColumns.map((column) => {
    const value = figures?.[column]
    return toCell(typeof value === 'object' ? value.value : value)
  })
}

const toCell = (value: number | undefined) => (value === undefined ? '' : String(value))

function daysOf(month: string): string[] {
  const [year, number] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year!, number!, 0)).getUTCDate()
  return Array.from(
    { length: count },
    (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
