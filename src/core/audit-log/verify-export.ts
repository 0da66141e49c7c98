import { z } from 'zod'
import { attempt } from '../infra/ignore-errors.ts'
import { chainStart, entryHash, sha256 } from './chain.ts'
import { jsonEnd } from './export.ts'

/** What is wrong with a line; `missing` is what stood before it, and `cut` the rest of the file. */
export interface Problem {
  kind: 'damaged' | 'missing' | 'misplaced' | 'cut'
  /** From 1, as an editor counts. */
  line: number
}

export interface Verdict {
  /** Also those that can't be read. */
  entries: number
  /** Whether the file has all entries; of a selection each line is checked by itself, and its place. */
  isWhole: boolean
  lastHash?: string
  problems: Problem[]
}

interface Entry {
  line: number
  previousHash: string
  hash: string
  id: number
}

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
const Chain = z.object({ previousHash: Hash, hash: Hash, record: z.string() })
const Record = z.object({ id: z.number() })
const End = z.object({ entries: z.number(), isWhole: z.boolean(), lastHash: Hash, head: Hash })

/** How the lines of a format are read. Throws where one is not as it was written. */
interface Format {
  lines(text: string): { text: string; line: number }[]
  entry(line: string, isLast: boolean): unknown
  end(line: string): unknown
}

/**
 * Checks an export: each line by its own hash, each entry by its hash, and the chain from the newest entry to the first one. Undefined
 * for a text that is no export with hashes.
 */
export function verifyExport(text: string): Verdict | undefined {
  const format = formatOf(text)
  if (!format) return undefined
  const [head, ...lines] = format.lines(text)
  const last = lines.at(-1)
  const isEnded = last !== undefined && text.endsWith('\n')
  const end = isEnded ? attempt(() => End.parse(format.end(last.text))) : undefined
  const body = end ? lines.slice(0, -1) : lines
  const problems: Problem[] = []
  if (end && end.head !== sha256(head!.text)) problems.push({ kind: 'damaged', line: 1 })
  const entries = body.flatMap(({ text: one, line }, nth) => {
    const entry = attempt(() => readEntry(format.entry(one, nth === body.length - 1)))
    if (!entry) problems.push({ kind: 'damaged', line })
    return entry ? { ...entry, line } : []
  })
  if (!end) problems.push({ kind: 'cut', line: last?.line ?? 1 })
  // Beside a line that can't be read, what is missing there is that line.
  else if (problems.length === 0) problems.push(...findGaps(entries, end, last!.line))
  const lastHash = end?.lastHash
  return { entries: body.length, isWhole: end?.isWhole ?? true, lastHash, problems }
}

function readEntry(value: unknown): Omit<Entry, 'line'> {
  const { previousHash, hash, record } = Chain.parse(value)
  if (hash !== entryHash(previousHash, record)) throw new Error('Its values are not those of then.')
  return { previousHash, hash, id: Record.parse(JSON.parse(record)).id }
}

function findGaps(entries: readonly Entry[], end: z.output<typeof End>, line: number): Problem[] {
  if (end.isWhole) return findBrokenLinks(entries, end.lastHash, line)
  const misplaced = entries.filter(({ id }, nth) => nth > 0 && id >= entries[nth - 1]!.id)
  if (misplaced.length > 0)
    return misplaced.map((entry) => ({ kind: 'misplaced', line: entry.line }))
  return entries.length === end.entries ? [] : [{ kind: 'missing', line }]
}

function findBrokenLinks(entries: readonly Entry[], lastHash: string, line: number): Problem[] {
  const hashes = new Set(entries.map(({ hash }) => hash))
  const problems: Problem[] = []
  let expected = lastHash
  for (const entry of entries) {
    if (entry.hash !== expected) {
      problems.push({ kind: hashes.has(expected) ? 'misplaced' : 'missing', line: entry.line })
    }
    expected = entry.previousHash
  }
  return expected === chainStart ? problems : [...problems, { kind: 'missing', line }]
}

function formatOf(text: string): Format | undefined {
  if (/"lineHash":"[0-9a-f]{64}"\}/.test(text)) return json
  return /,[0-9a-f]{64}\r\n/.test(text) ? csv : undefined
}

const json: Format = {
  lines(text) {
    return text
      .split('\n')
      .map((line, nth) => ({ text: line, line: nth + 1 }))
      .slice(0, text.endsWith('\n') ? -1 : undefined)
  },
  entry: (line, isLast) => unsealJson(isLast ? line : withoutEnd(line, ',')),
  end: (line) => unsealJson(withoutEnd(line.slice(jsonEnd.length), '}')),
}

function unsealJson(line: string): unknown {
  const [, open = '', hash] = /^(\{.*),"lineHash":"([0-9a-f]{64})"\}$/.exec(line) ?? []
  if (sha256(open) !== hash) throw new Error('It was changed.')
  return JSON.parse(`${open}}`)
}

function withoutEnd(line: string, end: string): string {
  if (!line.endsWith(end)) throw new Error('Its end was changed.')
  return line.slice(0, -end.length)
}

/** Cells before the last one: hashes, and a record, which is always quoted. */
const csvChain = /,([0-9a-f]*),([0-9a-f]{64}),"((?:[^"]|"")*)"$/

const csv: Format = {
  lines: splitCsv,
  entry(line) {
    const [, previousHash, hash, record] = unsealCsv(line)
    return { previousHash, hash, record }
  },
  end: (line) => JSON.parse(unsealCsv(line)[3]!) as unknown,
}

function unsealCsv(line: string): string[] {
  const [, open = '', hash] = /^(.*),([0-9a-f]{64})$/s.exec(line) ?? []
  const chain = csvChain.exec(open)
  if (!chain || sha256(open) !== hash) throw new Error('It was changed.')
  return chain.map((cell) => cell.replaceAll('""', '"'))
}

/** The rows of a table; a line break in quotes ends none. */
function splitCsv(text: string): { text: string; line: number }[] {
  const rows: { text: string; line: number }[] = []
  let start = 0
  let line = 1
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    if (isQuoted || !text.startsWith('\r\n', at)) continue
    const row = text.slice(start, at)
    rows.push({ text: row, line })
    line += row.split('\n').length
    start = at + 2
  }
  return start === text.length ? rows : [...rows, { text: text.slice(start), line }]
}
