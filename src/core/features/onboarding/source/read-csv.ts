import { onboardingRowLimit } from '../../../../shared/limits.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import { withoutFormulaGuard } from '../../../infra/files/csv.ts'

export interface CsvRow {
  /** Where it begins in the text, from 1. */
  line: number
  cells: string[]
}

/** The rarest inside of cells first, which is taken where a row has as many of each. */
const delimiters = ['\t', ';', ','] as const

/**
 * Rows in the format of RFC 4180, separated by commas, semicolons or tabs. Empty rows are left out. Throws where the quotes of the text
 * don't match, because what follows could then be read as other cells.
 */
export function readCsv(text: string): CsvRow[] {
  const content = text.replace(/^\uFEFF/, '')
  if (content.includes('\0')) throw unreadable(message('onboarding.noText'))
  const rows = parseRows(content, chooseDelimiter(content))
  if (rows.length === 0) throw unreadable(message('onboarding.noRows'))
  return rows
}

/** Characters that are looked at to find the first row. */
const headLength = 10_000

/** The most frequent one in the first row, outside of quotes. */
function chooseDelimiter(text: string): string {
  const head = text.slice(0, headLength).trimStart()
  const [first = ''] = head.replaceAll(/(^|[\t;,])"[^"]*(?:""[^"]*)*"?/g, '$1').split(/[\r\n]/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, next) => (count(next) > count(best) ? next : best))
}

function parseRows(text: string, delimiter: string): CsvRow[] {
  const plain = new RegExp(`[^\\r\\n${delimiter}]*`, 'y')
  const rows: CsvRow[] = []
  let row: CsvRow = { line: 1, cells: [] }
  let line = 1
  for (let at = 0; ; at += 1) {
    const { value, end } =
      text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, plain)
    line += countLines(value)
    row.cells.push(withoutFormulaGuard(value.trim()))
    at = end
    if (text[at] === delimiter) continue
    if (at < text.length && !/[\r\n]/.test(text[at]!)) {
      throw unreadable(message('onboarding.textAfterQuote', { line }))
    }
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
    // The first row may be a header.
    if (rows.length > onboardingRowLimit + 1) throw tooManyRows()
    if (at >= text.length) return rows
    if (text.startsWith('\r\n', at)) at += 1
    line += 1
    row = { line, cells: [] }
  }
}

function quotedCell(text: string, at: number, line: number) {
  const quoted = /"([^"]*(?:""[^"]*)*)"/y
  quoted.lastIndex = at
  const found = quoted.exec(text)
  if (!found) throw unreadable(message('onboarding.openQuote', { line }))
  return { value: found[1]!.replaceAll('""', '"'), end: quoted.lastIndex }
}

function plainCell(text: string, at: number, plain: RegExp) {
  plain.lastIndex = at
  const [value] = plain.exec(text)!
  return { value, end: at + value.length }
}

function countLines(value: string): number {
  return value.split(/\r\n|\r|\n/).length - 1
}

export function tooManyRows(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('onboarding.tooManyRows', { max: onboardingRowLimit }),
    hint: message('onboarding.tooManyRowsHint'),
  })
}

function unreadable(problem: Message): FailureError {
  const hint = message('onboarding.unreadableHint')
  return new FailureError({ kind: 'invalid', message: problem, hint })
}
