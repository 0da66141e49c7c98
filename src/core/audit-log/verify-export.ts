import { z } from 'zod'
import { withoutFormulaGuard } from '../platform/files/csv.ts'
import { attempt } from '../platform/ignore-errors.ts'
import { gapAction } from './audit-log.ts'
import {
  type CanonicalEntry,
  chainStart,
  auditEntryFields,
  auditEntryHash,
  parseNested,
  toCanonical,
} from './chain.ts'
import {
  type ExportHead,
  type ExportedEntry,
  csvColumns,
  csvHeader,
  formatCsvEntry,
  formatHead,
  formatJsonEntry,
  formatJsonHead,
  jsonEnd,
  jsonHeadEnd,
} from './export.ts'

export interface Verdict {
  /** Includes unreadable ones. */
  entries: number
  isWhole: boolean
  lastHash: string
  /** Lines that were changed or are followed by missing or misordered lines, numbered from 1 as in an editor. */
  damagedLines: number[]
  /** Whether the end, the number of entries, and the last hash are unchanged. */
  isComplete: boolean
  /** Whether another program, such as a spreadsheet, rewrote the file. */
  isRewritten: boolean
  /** The damaged files that this log replaced, whose entries are missing. */
  gaps: string[]
}

interface Line {
  line: number
  /** Absent if it is unreadable. */
  exported: ExportedEntry | undefined
}

/** Checks a JSON export; undefined if the text isn't one. */
export function verifyJsonExport(text: string): Verdict | undefined {
  const [first = '', ...rest] = text.split('\n')
  const head = parseHead(first.replace(jsonHeadEnd, '}'))
  if (!head || formatJsonHead(head) !== first) return undefined
  const hasEnd = rest.at(-2) === jsonEnd && rest.at(-1) === ''
  const entries = hasEnd ? rest.slice(0, -2) : rest
  const lines = entries.map((entry, nth) => ({
    line: nth + 2,
    exported: attempt(() => readJsonEntry(entry, nth === entries.length - 1)),
  }))
  return { ...verifyLines(head, lines, hasEnd), isRewritten: false }
}

function readJsonEntry(text: string, isOldest: boolean): ExportedEntry | undefined {
  type Values = Record<string, unknown> & { hash: string }
  const { hash, ...values } = JSON.parse(isOldest ? text : text.replace(/,$/, '')) as Values
  const exported = { entry: toCanonical(values), hash }
  // guard: audit-log-spelling
  if (formatJsonEntry(exported, isOldest) !== text) return undefined
  return exported
}

/** Whether a string is a table with an export's columns, even one that a spreadsheet program saved. */
export function isCsvExport(text: string): boolean {
  return findDelimiter(text.split('\n', 1)[0]!) !== undefined
}

/** Checks a CSV export against the file next to it. */
export function verifyCsvExport(text: string, head: ExportHead): Verdict {
  const [header, ...rows] = splitRows(text)
  const delimiter = findDelimiter(header!.text) ?? ','
  const hasEnd = rows.at(-1)?.text === ''
  const lines = (hasEnd ? rows.slice(0, -1) : rows).map((row) => {
    const exported = readCsvRow(row.text, delimiter)
    return { ...row, exported, isRewritten: exported && isCsvRowRewritten(row.text, exported) }
  })
  const isRewritten = `${header!.text}\n` !== csvHeader || lines.some((line) => line.isRewritten)
  return { ...verifyLines(head, lines, hasEnd), isRewritten }
}

/** Parses the file stored next to a CSV export; undefined if it isn't one. */
export function readHead(text: string): ExportHead | undefined {
  const head = parseHead(text)
  return head && formatHead(head) === text ? head : undefined
}

const Head = z.strictObject({
  scope: z.union([z.literal('whole'), z.record(z.string(), z.union([z.string(), z.number()]))]),
  count: z.int(),
  lastHash: z.string().regex(/^[0-9a-f]{64}$/),
})

function parseHead(text: string): ExportHead | undefined {
  return attempt(() => Head.parse(JSON.parse(text)))
}

/** Checks the chain from the oldest entry (on the last line) to the final hash. */
function verifyLines(
  head: ExportHead,
  lines: readonly Line[],
  hasEnd: boolean,
): Omit<Verdict, 'isRewritten'> {
  const damagedLines: number[] = []
  let previous: string | undefined = chainStart(head.scope)
  for (const { line, exported } of lines.toReversed()) {
    // The hash that follows an unreadable line is unknown.
    // guard: audit-log-hash
    const isNext =
      exported &&
      (previous === undefined || exported.hash === auditEntryHash(previous, exported.entry))
    if (!isNext) damagedLines.push(line)
    previous = exported?.hash
  }
  return {
    entries: lines.length,
    isWhole: head.scope === 'whole',
    lastHash: head.lastHash,
    damagedLines: damagedLines.toReversed(),
    isComplete: hasEnd && lines.length === head.count && previous === head.lastHash,
    gaps: lines.flatMap(({ exported }) => gapFile(exported?.entry) ?? []),
  }
}

const Gap = z.object({
  action: z.literal(gapAction),
  answer: z.object({ values: z.object({ file: z.string() }) }),
})

function gapFile(entry: CanonicalEntry | undefined): string | undefined {
  return Gap.safeParse(entry).data?.answer.values.file
}

/** The delimiter of a table with an export's columns. */
function findDelimiter(header: string): string | undefined {
  return [',', ';', '\t'].find(
    (delimiter) =>
      splitCells(header.replace(/^\uFEFF/, ''), delimiter).join() === csvColumns.join(),
  )
}

function readCsvRow(row: string, delimiter: string): ExportedEntry | undefined {
  const cells = splitCells(row, delimiter)
  if (cells.length !== csvColumns.length) return undefined
  const values = auditEntryFields.map((field, nth) => [field, toValue(field, cells[nth]!)])
  return { entry: toCanonical(Object.fromEntries(values)), hash: cells.at(-1)! }
}

function toValue(field: string, cell: string): unknown {
  if (nestedFields.has(field)) return parseNested(cell)
  return numberFields.has(field) && /^\d+$/.test(cell) ? Number(cell) : cell
}

const nestedFields = new Set(['fields', 'changes', 'answer'])
const numberFields = new Set(['id', 'actor_id', 'target_id', 'run'])

function isCsvRowRewritten(row: string, exported: ExportedEntry): boolean {
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(exported.entry.at))
  // guard: audit-log-csv-spelling
  return !isTime || formatCsvEntry(exported) !== `${row}\n`
}

/** A table's rows; quoted line breaks don't end a row. */
function splitRows(text: string): { line: number; text: string }[] {
  let next = 1
  return splitUnquoted(text, '\n').map((row) => {
    const line = next
    next += row.split('\n').length
    return { line, text: row }
  })
}

function splitCells(row: string, delimiter: string): string[] {
  return splitUnquoted(row.replace(/\r$/, ''), delimiter).map((cell) => {
    const isQuoted = cell.length > 1 && cell.startsWith('"') && cell.endsWith('"')
    return withoutFormulaGuard(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell)
  })
}

function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || text[at] !== separator) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return [...parts, text.slice(start)]
}
