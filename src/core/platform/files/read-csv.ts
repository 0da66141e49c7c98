import { createFailureError, invalidInputError } from '../failures.ts'
import {
  onboardingCellLimit,
  onboardingCellTextLimit,
  onboardingColumnLimit,
  onboardingRowLimit,
} from '../../../shared/rules/limits.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { FailureError } from '../failure.ts'
import { withoutFormulaGuard } from './csv.ts'
import { createTimeSlicer } from '../time/time-slicer.ts'

export interface CsvRow {
  /** The number of its first line in the text, starting at 1. */
  line: number
  cells: string[]
}

/** How many rows and cells are read. */
interface Limits {
  rows: number
  cells: number
}

const defaultLimits: Limits = { rows: onboardingRowLimit, cells: onboardingCellLimit }

/** Ordered by how rarely they occur inside cells. The first one wins a tie. */
const delimiters = ['\t', ';', ','] as const

/**
 * Parses rows as in RFC 4180, separated by commas, semicolons or tabs, or by the delimiter in Excel's `sep=` line.
 * Leaves out empty rows. Throws if a limit is exceeded, or if quotes don't match, because the rest might then be split
 * into the wrong cells. Yields to other calls from time to time.
 */
export async function readCsv(text: string, limits = defaultLimits): Promise<CsvRow[]> {
  const content = text.replace(/^\uFEFF/, '')
  if (content.includes('\0')) throw unreadable(message('onboarding.noText'))
  const [line = '', , namedDelimiter] = /^("?)sep=(.)\1(?:\r\n|\r|\n)/i.exec(content) ?? []
  const rows = await parseRows(
    content.slice(line.length),
    namedDelimiter ?? chooseDelimiter(content),
    line ? 2 : 1,
    limits,
  )
  if (rows.length === 0) throw unreadable(message('onboarding.noRows'))
  return rows
}

/** How many characters are searched for the delimiter. */
const headLength = 10_000

/** The delimiter in most of the first rows, outside of quotes. The first row alone may be a title or a comment. */
function chooseDelimiter(text: string): string {
  const head = text.slice(0, headLength).trimStart()
  const lines = head.replaceAll(/(^|[\t;,\r\n]) *"[^"]*(?:""[^"]*)*"?/g, '$1').split(/[\r\n]+/)
  const usage = (delimiter: string) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1)
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { lines: counts.filter((count) => count > 0).length, total }
  }
  return delimiters.reduce((best, next) => {
    const [a, b] = [usage(best), usage(next)]
    return b.lines > a.lines || (b.lines === a.lines && b.total > a.total) ? next : best
  })
}

interface CellPlace {
  line: number
  delimiter: string
}

async function parseRows(
  text: string,
  delimiter: string,
  firstLine: number,
  limits: Limits,
): Promise<CsvRow[]> {
  const unquotedCell = new RegExp(`[^\\r\\n${delimiter.replace(/[\\\]^-]/, '\\$&')}]*`, 'y')
  const pause = createTimeSlicer()
  const rows: CsvRow[] = []
  let line = firstLine
  let row: CsvRow = { line, cells: [] }
  let cellCount = 0
  for (let at = 0; ; at += 1) {
    const quote = delimiter === ' ' ? at : afterBlanks(text, at)
    const { value, end } =
      text[quote] === '"'
        ? quotedCell(text, quote, { line, delimiter })
        : plainCell(text, at, unquotedCell)
    cellCount += 1
    // guard: csv-limits
    assertWithinLimits(value, row, cellCount, limits)
    line += countLines(value)
    row.cells.push(withoutFormulaGuard(value.trim()))
    at = end
    if (text[at] === delimiter) continue
    if (at < text.length && !/[\r\n]/.test(text[at]!)) {
      throw unreadable(message('onboarding.textAfterQuote', { line }))
    }
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
    // The first row may be a header.
    if (rows.length > limits.rows + 1)
      throw createFailureError('onboarding.tooManyRows', { max: limits.rows })
    if (at >= text.length) return rows
    if (text.startsWith('\r\n', at)) at += 1
    line += 1
    row = { line, cells: [] }
    // guard: csv-slices
    await pause()
  }
}

/** Checks a row's next cell before it is stored. */
function assertWithinLimits(
  cell: string,
  { line, cells }: CsvRow,
  cellCount: number,
  limits: Limits,
): void {
  const hint = message('onboarding.tooMuchHint')
  if (cell.length > onboardingCellTextLimit) {
    const values = { line, max: onboardingCellTextLimit }
    throw createFailureError('onboarding.tooLongCell', values, { hint })
  }
  if (cells.length >= onboardingColumnLimit) {
    const values = { line, max: onboardingColumnLimit }
    throw createFailureError('onboarding.tooManyColumns', values, { hint })
  }
  if (cellCount > limits.cells) {
    throw createFailureError('onboarding.tooManyCells', { max: limits.cells }, { hint })
  }
}

function quotedCell(text: string, at: number, { line, delimiter }: CellPlace) {
  const begin = at + 1
  for (let end = text.indexOf('"', begin); end !== -1; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] === '"') continue
    const value = text.slice(begin, end).replaceAll('""', '"')
    return { value, end: delimiter === ' ' ? end + 1 : afterBlanks(text, end + 1) }
  }
  throw unreadable(message('onboarding.openQuote', { line }))
}

/** Some programs write blanks around quotes, which RFC 4180 doesn't allow. */
function afterBlanks(text: string, at: number): number {
  let end = at
  while (text[end] === ' ') end += 1
  return end
}

function plainCell(text: string, at: number, unquotedCell: RegExp) {
  unquotedCell.lastIndex = at
  const [value] = unquotedCell.exec(text)!
  return { value, end: at + value.length }
}

function countLines(value: string): number {
  return value.match(/\r\n|\r|\n/g)?.length ?? 0
}

export function onlyOneColumn(): FailureError {
  return unreadable(message('onboarding.oneColumn'))
}

function unreadable(problem: Message): FailureError {
  return invalidInputError(problem, { hint: message('onboarding.unreadableHint') })
}
