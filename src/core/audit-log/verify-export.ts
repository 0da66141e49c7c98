import { z } from 'zod'
import { withoutFormulaGuard } from '../platform/files/csv.ts'
import { attempt } from '../platform/ignore-errors.ts'
import { createTimeSlicer } from '../platform/time/time-slicer.ts'
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
  /** The damaged files that this log replaced, whose entries are missing: the first names, and how many there are. */
  gaps: { files: string[]; count: number }
}

type TimeSlicer = ReturnType<typeof createTimeSlicer>

interface Line {
  line: number
  /** Absent if it is unreadable. */
  exported: ExportedEntry | undefined
}

/** Maximum length of a head and of an entry. Latchkey’s own are far shorter. */
const maxHead = 64 * 1024
const maxRow = 1024 * 1024
/** An entry is at least as long as its hash. */
const minRow = 64
/** How many damaged files to name, and how much of their names. */
const maxGaps = 20
const maxName = 1024

/**
 * The maximum number of rows to read, which is one more than there should be. A forged head can't raise it beyond what
 * fits in the file.
 */
function maxRows(head: ExportHead, text: string): number {
  // guard: verify-rows
  return Math.min(head.count, Math.floor(text.length / minRow)) + 1
}

/** Checks a JSON export; undefined if the text isn't one. */
export async function verifyJsonExport(text: string): Promise<Verdict | undefined> {
  // guard: verify-head
  const first = text.slice(0, maxHead).split('\n', 1)[0]!
  const head = parseHead(first.replace(jsonHeadEnd, '}'))
  if (!head || formatJsonHead(head) !== first) return undefined
  const pause = createTimeSlicer()
  const hasEnd = text.endsWith(`\n${jsonEnd}\n`)
  const entries = hasEnd ? text.slice(0, -jsonEnd.length - 2) : text
  const lines: Line[] = []
  const max = maxRows(head, text)
  for (let start = first.length + 1; start <= entries.length && lines.length < max;) {
    // guard: verify-slices
    await pause()
    const end = entries.indexOf('\n', start)
    const isOldest = end === -1
    const entry = entries.slice(start, isOldest ? undefined : end)
    lines.push({
      line: lines.length + 2,
      exported: isRowLength(entry) ? attempt(() => readJsonEntry(entry, isOldest)) : undefined,
    })
    start += entry.length + 1
  }
  return { ...(await verifyLines(head, lines, hasEnd, pause)), isRewritten: false }
}

function isRowLength({ length }: string): boolean {
  return length >= minRow && length <= maxRow
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
  return findDelimiter(text.slice(0, maxHead).split('\n', 1)[0]!) !== undefined
}

/** Checks a CSV export against the file next to it. */
export async function verifyCsvExport(text: string, head: ExportHead): Promise<Verdict> {
  const pause = createTimeSlicer()
  const hasEnd = text.endsWith('\n')
  const rows = splitRows(hasEnd ? text.slice(0, -1) : text)
  const header = rows.next().value!
  const delimiter = findDelimiter(header.text) ?? ','
  let isRewritten = `${header.text}\n` !== csvHeader
  const lines: Line[] = []
  const max = maxRows(head, text)
  for (const { line, text: row } of rows) {
    if (lines.length >= max) break
    await pause()
    const exported = isRowLength(row) ? readCsvRow(row, delimiter) : undefined
    // A deeply nested value can't even be formatted.
    const isIntact = exported && attempt(() => !isCsvRowRewritten(row, exported))
    isRewritten ||= isIntact === false
    lines.push({ line, exported: isIntact === undefined ? undefined : exported })
  }
  return { ...(await verifyLines(head, lines, hasEnd, pause)), isRewritten }
}

/** Parses the file stored next to a CSV export; undefined if it isn't one. */
export function readHead(text: string): ExportHead | undefined {
  const head = text.length <= maxHead ? parseHead(text) : undefined
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
async function verifyLines(
  head: ExportHead,
  lines: readonly Line[],
  hasEnd: boolean,
  pause: TimeSlicer,
): Promise<Omit<Verdict, 'isRewritten'>> {
  const damagedLines: number[] = []
  let previous: string | undefined = chainStart(head.scope)
  for (const { line, exported } of lines.toReversed()) {
    // guard: verify-chain-slices
    await pause()
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
    gaps: await findGaps(lines, pause),
  }
}

async function findGaps(lines: readonly Line[], pause: TimeSlicer): Promise<Verdict['gaps']> {
  const files: string[] = []
  let count = 0
  for (const { exported } of lines) {
    await pause()
    const file = gapFile(exported?.entry)
    if (file === undefined) continue
    count += 1
    // guard: verify-gaps
    if (files.length < maxGaps) files.push(file.slice(0, maxName))
  }
  return { files, count }
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

/** A table's rows; quoted line breaks don't end a row. Ends with a row that is far too long. */
function* splitRows(text: string): Generator<{ line: number; text: string }, undefined> {
  let line = 1
  let next = 1
  let start = 0
  let isQuoted = false
  for (let at = 0; at <= text.length; at += 1) {
    const isTooLong = at - start > maxRow
    if (text[at] === '"') isQuoted = !isQuoted
    if (text[at] === '\n') next += 1
    const isEnd = at === text.length || (text[at] === '\n' && !isQuoted)
    if (!isEnd && !isTooLong) continue
    yield { line, text: text.slice(start, at) }
    if (isTooLong) return
    line = next
    start = at + 1
  }
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
