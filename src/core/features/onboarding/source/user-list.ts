import { cleanEmail, isEmailAddress } from '../../../../shared/rules/email-address.ts'
import { replaceHidden } from '../../../../shared/rules/hidden-characters.ts'
import { nameLimit, onboardingColumnLimit } from '../../../../shared/rules/limits.ts'
import type { UserKeyKind } from '../../../../shared/operations/onboarding.ts'
import { isUsername } from '../../../../shared/rules/username.ts'
import { mapInSlices } from '../../../platform/time/time-slicer.ts'
import { fieldsByTitle, toWord } from './columns.ts'

/** A pasted list: rows with the same columns. In a plain list, each entry is a row with one cell. */
export interface UserList {
  columns: SourceColumn[]
  rows: ListRow[]
  /** Entries that nothing can be done with. */
  unused: string[]
}

export interface SourceColumn {
  title: string
  /**
   * What the cells certainly are: addresses, usernames written `@kim`, or IDs written `#7`. `likely-username` needs the
   * directory to be certain.
   */
  kind?: UserKeyKind | 'likely-username'
  /** Whether its kind can't be chosen. */
  isFixed?: true
}

export interface ListRow {
  /** The row as it was pasted. */
  text: string
  cells: string[]
}

/** The columns of a plain list, by how its entries are written. */
const plainColumns = [
  { title: '', kind: 'email', isFixed: true },
  { title: '', kind: 'username', isFixed: true },
  { title: '', kind: 'id', isFixed: true },
  { title: '', kind: 'likely-username' },
  { title: '' },
  { title: '' },
] satisfies SourceColumn[]
const [emailColumn, handleColumn, idColumn, wordColumn, numberColumn, phraseColumn] = [
  0, 1, 2, 3, 4, 5,
] as const

/** Longer cells aren't parsed. */
const maxCellLength = 4 * nameLimit

/**
 * Reads a list pasted from a mail, a spreadsheet, or a document. A name or a number alone never says who is
 * meant, and a row with an address means that address only.
 */
export async function readUserList(text: string): Promise<UserList> {
  // All of it may be one line.
  // guard: hidden-slices
  const parts = text.match(/[^]{1,10000}/gu) ?? []
  const visible = await mapInSlices(parts, (part) => replaceHidden(part, () => ''))
  const pasted = visible.join('').split(/\r\n|\r|\n/)
  const lines = (await mapInSlices(pasted, cleanLine)).filter((line) => line.trim() !== '')
  return (await readTable(lines)) ?? readPlainList(lines)
}

/** Removes the marks of lists and quotations. */
function cleanLine(line: string): string {
  return line.replace(/^ *(?:> ?)*(?:(?:[-*+•–—·]|\(?\d{1,4}[.)]) +)?(?:\[[ xX]\] +)?/, '')
}

async function readTable(lines: readonly string[]): Promise<UserList | undefined> {
  const split = chooseSplit(lines)
  if (!split) return undefined
  const all = (await mapInSlices(lines, split)).map((cells) => cells.map(unquote))
  const rows = all.filter((cells) => !isRule(cells))
  const isTabular = split === splitTabs || split === splitPipes
  const begin = isTabular ? 0 : rows.findIndex((cells) => cells.length > 1)
  const table = rows.slice(Math.max(0, begin))
  const width = table.reduce((most, cells) => Math.max(most, cells.length), 0)
  if (width > onboardingColumnLimit) return undefined
  if (!isTabular && (table.length < 2 || table.some((cells) => cells.length !== width))) {
    return undefined
  }
  const [first, ...others] = table
  const isHeader = first !== undefined && isHeaderOf(first, others)
  const data = isHeader ? others : table
  const columns = Array.from({ length: width }, (_, column) => ({
    title: isHeader ? (first[column] ?? '') : '',
    cells: data.map((cells) => cells[column] ?? '').filter((cell) => cell !== ''),
  }))
  if (!isTabular && !isHeader) {
    if (isListOfEntries(columns)) return undefined
    if (isListOfNames(columns)) return toPhrases(data.map((cells) => cells.join(', ')))
  }
  const parts = findNameParts(columns, isHeader)
  return {
    columns: [
      ...withKinds(columns, data),
      ...(parts
        ? [
            {
              title: parts
                .map((part) => columns[part]!.title)
                .join(' ')
                .trim(),
            },
          ]
        : []),
    ],
    rows: data.map((cells) => ({
      text: cells.filter((cell) => cell !== '').join(', '),
      cells: parts
        ? [
            ...cells,
            parts
              .map((part) => cells[part] ?? '')
              .join(' ')
              .trim(),
          ]
        : cells,
    })),
    // Titles that aren't known may be a user.
    unused: isHeader && !first.some(isTitle) ? [first.join(', ')] : [],
  }
}

/** Lines such as `Lee, Kim`. */
function isListOfNames(columns: readonly TableColumn[]): boolean {
  const isName = (cell: string) => writingOf(cell) === 'name'
  return columns.length === 2 && columns.every(({ cells }) => cells.every(isName))
}

/** The columns of first and last names, in their order. */
function findNameParts(
  columns: readonly TableColumn[],
  isHeader: boolean,
): [number, number] | undefined {
  const isPart = ({ title, cells }: TableColumn) => {
    if (!isHeader) return cells.length > 0 && cells.every((cell) => /^\p{Lu}[^\s\d@]+$/u.test(cell))
    const fields = fieldsByTitle(title)
    return fields.has('first_name') || fields.has('last_name')
  }
  const parts = columns.flatMap((column, index) => (isPart(column) ? index : []))
  return parts.length === 2 ? [parts[0]!, parts[1]!] : undefined
}

function toPhrases(phrases: readonly string[]): UserList {
  const toCells = (text: string) =>
    plainColumns.map((_, index) => (index === phraseColumn ? text : ''))
  return {
    columns: [...plainColumns],
    rows: [...new Set(phrases)].map((text) => ({ text, cells: toCells(text) })),
    unused: [],
  }
}

/** How the lines are split into cells; undefined for lines without columns. */
function chooseSplit(lines: readonly string[]): ((line: string) => string[]) | undefined {
  if (lines.some((line) => /\S\t/.test(line))) return splitTabs
  if (lines.filter((line) => /^\s*\|/.test(line)).length > lines.length / 2) return splitPipes
  const uses = (delimiter: string) =>
    lines.filter((line) => splitOutsideQuotes(line, delimiter).length > 1).length
  const [semicolons, commas] = [uses(';'), uses(',')]
  if (Math.max(semicolons, commas) < 2) return undefined
  return (line) => splitOutsideQuotes(line, semicolons >= commas ? ';' : ',')
}

function splitTabs(line: string): string[] {
  return line.split('\t')
}

function splitPipes(line: string): string[] {
  return line
    .replace(/^\s*\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
}

/** Splits at a delimiter, except in quotes and in `<…>`. A quote that isn't closed is an ordinary character. */
function splitOutsideQuotes(line: string, delimiter: string): string[] {
  const cells: string[] = []
  let begin = 0
  for (let at = 0; at < line.length; at += 1) {
    const closing = { '"': '"', '<': '>' }[line[at]!]
    const rest = closing === undefined ? '' : line.slice(at + 1, at + maxCellLength)
    const length = closing === undefined ? -1 : rest.indexOf(closing)
    if (length !== -1) at += length + 1
    else if (line[at] === delimiter) {
      cells.push(line.slice(begin, at))
      begin = at + 1
    }
  }
  return [...cells, line.slice(begin)]
}

function unquote(cell: string): string {
  const text = cell.trim()
  const isQuoted = text.length > 1 && text.startsWith('"') && text.endsWith('"')
  return (isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text).trim()
}

/** The line below the titles of a Markdown table. */
function isRule(cells: readonly string[]): boolean {
  return cells.every((cell) => /^[:=+-]*$/.test(cell)) && cells.some((cell) => cell !== '')
}

function isTitle(cell: string): boolean {
  return fieldsByTitle(cell).size > 0 || idTitles.has(toWord(cell))
}

function isHeaderOf(first: readonly string[], others: readonly string[][]): boolean {
  if (first.some((cell) => addressesIn(cell).length > 0)) return false
  if (first.some(isTitle)) return true
  // An entry rather than a title.
  if (first.some((cell) => ['handle', 'id', 'number', 'dotted'].includes(writingOf(cell))))
    return false
  const hasAddress = (cells: readonly string[]) =>
    cells.some((cell) => addressesIn(cell).length > 0)
  return others.length > 0 && others.every(hasAddress)
}

/** Titles that say for certain that a column has GitLab's IDs or usernames. Other systems have IDs and logins, too. */
const idTitles = new Set(['gitlabid', 'gitlabuserid'])
const usernameTitles = new Set([
  ...['username', 'gitlabusername', 'benutzername', 'nomdutilisateur', 'nombredeusuario'],
  'ユーザー名',
])
/** Words in titles of addresses that aren't the user's own, or not the one at work. */
const otherAddress =
  /manager|supervisor|boss|lead|approver|owner|report|recovery|private|personal|home|secondary|vorgesetzt|chef|führung|privat|responsable|supérieur|superior|jefe|上司/i

interface TableColumn {
  title: string
  cells: readonly string[]
}

/** Whether rows are just entries that happen to be equally many in each line, such as usernames and addresses. */
function isListOfEntries(columns: readonly TableColumn[]): boolean {
  const writings = columns.map(({ cells }) => new Set(cells.flatMap(wordsOf).map(writingOf)))
  const isEntry = (writing: Writing) =>
    ['address', 'handle', 'id', 'word', 'dotted'].includes(writing)
  if (!writings.every((some) => [...some].every(isEntry))) return false
  const isAddresses = (some: ReadonlySet<Writing>) => some.size === 1 && some.has('address')
  return writings.every(isAddresses) || !writings.some(isAddresses)
}

function withKinds(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): SourceColumn[] {
  const hasAddresses = columns.map(({ cells }) =>
    cells.some((cell) => addressesIn(cell).length > 0),
  )
  const isOwn = columns.map(
    ({ title }, column) => hasAddresses[column]! && !otherAddress.test(title),
  )
  const titled = isOwn.map(
    (own, column) => own && fieldsByTitle(columns[column]!.title).has('email'),
  )
  const ownCount = isOwn.filter(Boolean).length
  const titledCount = titled.filter(Boolean).length
  const isSingleAddress = rows.every(
    (cells) => new Set(cells.flatMap(addressesIn).map((email) => email.toLowerCase())).size < 2,
  )
  const isEmail = columns.map((_, column) => {
    if (isSingleAddress) return isOwn[column]!
    return titledCount === 1 ? titled[column]! : ownCount === 1 && isOwn[column]!
  })
  // If it isn't certain which address is meant, nothing else in the row is either.
  const isCertain = isEmail.some(Boolean) || !hasAddresses.some(Boolean)
  return columns.map(({ title, cells }, column): SourceColumn => {
    if (isEmail[column]) return { title, kind: 'email' }
    const word = toWord(title)
    if (isCertain && idTitles.has(word) && cells.every((cell) => /^#?\d+$/.test(cell))) {
      return { title, kind: 'id' }
    }
    const isLikely = usernameTitles.has(word) && cells.every((cell) => /[a-z]/i.test(cell))
    return isCertain && isLikely && cells.every((cell) => isUsername(withoutAt(cell)))
      ? { title, kind: 'likely-username' }
      : { title }
  })
}

async function readPlainList(lines: readonly string[]): Promise<UserList> {
  const rows: ListRow[] = []
  const seen = new Set<string>()
  const unused = new Set<string>()
  const add = (column: number, text: string) => {
    const key = `${column} ${text.toLowerCase()}`
    if (seen.has(key)) return
    seen.add(key)
    const cells = plainColumns.map((_, index) => (index === column ? text : ''))
    rows.push({ text, cells })
  }
  let isOtherHeader = false
  await mapInSlices(lines, (line) => {
    if (/^\S/.test(line)) isOtherHeader = otherHeaders.test(line)
    if (isOtherHeader) {
      for (const address of addressesIn(line)) unused.add(address)
    } else readLine(line, add, (text) => unused.add(text))
  })
  const [first] = rows
  const title = first && rows.length > 1 && fieldsByTitle(first.text).size > 0 ? first.text : ''
  if (title) {
    // The first entry is the column's title.
    rows.shift()
    unused.add(title)
  }
  return { columns: [...plainColumns], rows, unused: [...unused] }
}

/** Lines of a mail that don't say whom it was sent to. */
const otherHeaders =
  /^(from|sender|reply-to|return-path|message-id|in-reply-to|references|subject|date|von|absender|antwort an|betreff|de|expéditeur|objet|remitente|asunto|差出人|件名)\s*:/i

export type Writing = 'address' | 'handle' | 'id' | 'number' | 'dotted' | 'word' | 'name' | 'other'

/** How an entry is written, which tells what it may be. */
export function writingOf(cell: string): Writing {
  if (addressesIn(cell).length > 0) return 'address'
  if (/^@[\w.-]+$/.test(cell)) return 'handle'
  if (/^#\d{1,15}$/.test(cell)) return 'id'
  // Also numbers of staff, such as E-0042.
  if (/^[a-z]{0,4}[-_ ]?\d[\d.,/-]*$/i.test(cell) && (/^\d/.test(cell) || /\d\d/.test(cell))) {
    return 'number'
  }
  if (!isUsername(cell)) return /\p{L}/u.test(cell) ? 'name' : 'other'
  if (/[._\d]/.test(cell)) return 'dotted'
  return /^[a-z][a-z-]*$/.test(cell) ? 'word' : 'name'
}

function readLine(
  line: string,
  add: (column: number, text: string) => void,
  leave: (text: string) => void,
): void {
  const pieces = splitEntries(line)
  const addresses = pieces.flatMap(addressesIn)
  for (const address of addresses) add(emailColumn, address)
  for (const piece of pieces) {
    const words = wordsOf(piece)
    if (words.length === 0) leave(piece)
    if (/<[^<>]*@[^<>]*>/.test(words.length === 0 ? '' : piece)) continue
    const writings = words.map(writingOf)
    const isWords = writings.every((writing) => writing !== 'name' && writing !== 'other')
    const isMixed =
      writings.includes('number') && (writings.includes('word') || writings.includes('dotted'))
    if (addresses.length === 0 && (!isWords || isMixed) && words.length > 1) {
      add(phraseColumn, piece)
      continue
    }
    for (const [index, word] of words.entries()) {
      const writing = writings[index]!
      if (writing === 'address' || word === '') continue
      if (writing === 'handle' && isWords) add(handleColumn, word)
      else if (writing === 'id' && isWords) add(idColumn, word)
      // Beside an address, anything else may be about the same user.
      else if (addresses.length > 0) {
        if (addresses.length > 1 || writing === 'word' || writing === 'dotted') leave(word)
      } else if (writing === 'number') add(numberColumn, word)
      else if (writing === 'other') leave(word)
      else add(/^[\w.-]+$/.test(word) ? wordColumn : phraseColumn, word)
    }
  }
}

/** The words of an entry; none if it's too long. */
export function wordsOf(entry: string): string[] {
  // guard: list-word
  if (entry.length > maxCellLength) return []
  return entry
    .split(/[\s,]+/)
    .map(cleanWord)
    .filter((word) => word !== '')
}

/** Splits a line at semicolons, or else at commas. Names may contain commas: `Lee, Kim <kim@example.com>; …`. */
function splitEntries(line: string): string[] {
  const parts = splitOutsideQuotes(line, ';')
  const isSplit = parts.length > 1
  return parts
    .flatMap((part) =>
      isSplit && (part.includes('<') || !part.includes('@')) && !/@[\w.-]+>?\s*,/.test(part)
        ? [part]
        : splitOutsideQuotes(part, ','),
    )
    .map((part) => part.trim())
    .filter((part) => /[^\s,;]/.test(part))
}

/** The addresses in a cell. With `<…>`, only those in it count, because the rest is a name. */
export function addressesIn(cell: string): string[] {
  if (cell.length > maxCellLength || !cell.includes('@')) return []
  const bracketed = [...cell.matchAll(/<([^<>]*@[^<>]*)>/g)].map(([, inner]) => inner!)
  const words = bracketed.length > 0 ? bracketed : cell.split(/[\s,;()[\]{}]+/)
  return words
    .map((word) => cleanEmail(cleanWord(word).split('|')[0]!))
    .filter((word) => isEmailAddress(word) && !word.startsWith('@'))
}

/** Removes quotes, brackets and punctuation around a word. */
function cleanWord(word: string): string {
  return word.replace(/^["'“”„‘’<([]+|["'“”‘’>)\].,:]+$/g, '')
}

export function withoutAt(word: string): string {
  return word.replace(/^@/, '')
}
