import { createFailureError, invalidInputError } from '../../../platform/failures.ts'
import type {
  CheckedRow,
  OnboardingCheck,
  OnboardingSource,
} from '../../../../shared/operations/onboarding.ts'
import { cleanEmail, isEmailAddress, normalEmail } from '../../../../shared/rules/email-address.ts'
import { replaceHidden } from '../../../../shared/rules/hidden-characters.ts'
import { nameLimit, onboardingRowLimit } from '../../../../shared/rules/limits.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import {
  isNamePart,
  joinName,
  type OnboardingColumn,
} from '../../../../shared/rules/onboarding-columns.ts'
import { textOf } from '../../../platform/messages.ts'
import { mapInSlices } from '../../../platform/time/time-slicer.ts'
import { guessFields, readTable } from './columns.ts'
import {
  type FurtherSteps,
  attributeKey,
  attributeProblem,
  isProblem,
  parseAttributes,
  parseGroups,
  parseStartDate,
} from './further-columns.ts'
import { type NewUser, type Problem, label, toNewUser } from './new-user.ts'
import { type CsvRow, readCsv, onlyOneColumn } from '../../../platform/files/read-csv.ts'
import { shorten as shortenText } from '../../../../shared/rules/text-length.ts'

/** Existing users, for comparing usernames and emails. */
export interface KnownUsers {
  /** Directory users with any of these usernames or emails. */
  inDirectory(usernames: string[], emails: string[]): { username: string; email: string | null }[]
  /** The usernames and emails in unfinished runs, in lower case. */
  inRuns(): { usernames: ReadonlySet<string>; emails: ReadonlySet<string> }
}

type Cells = Partial<Record<OnboardingColumn, string>>

export interface CheckedUser {
  line: number
  /** The columns that are assigned to a field. */
  cells: Cells
  /** The original values of cells that were cleaned up. */
  cleaned: Cells
  user: NewUser
  further: FurtherSteps
  problems: Problem[]
}

export interface CheckedSource extends Pick<OnboardingCheck, 'hasHeader' | 'columns'> {
  users: CheckedUser[]
}

/** How many sample cells are shown per column, and their maximum length. */
const samplesShown = 3
const sampleLength = 100

/** Checks all of a source's rows. Throws if the text can't be parsed as rows. */
export async function checkSource(
  source: OnboardingSource,
  known: KnownUsers,
  now: number,
): Promise<CheckedSource> {
  const defaults = parseDefaults(source, now)
  const all = await readCsv(source.text)
  const { header, rows } = readTable(all, source.hasHeader)
  const hasHeader = header !== undefined
  if (rows.length > onboardingRowLimit)
    throw createFailureError('onboarding.tooManyRows', { max: onboardingRowLimit })
  // At least three columns are required.
  if (all.every(({ cells }) => cells.length === 1)) throw onlyOneColumn()
  const width = (header ?? rows[0]!.cells).length
  const guessed = guessFields(header, rows, width)
  const fields = guessed.map((field, column) =>
    source.fields ? (source.fields[column] ?? null) : field,
  )
  const edits = Map.groupBy(source.edits, ({ line }) => line)
  const removed = new Set(source.removed)
  const keptRows = rows.filter(({ line }) => !removed.has(line))
  const keys = fields.map((field, column) =>
    field === 'custom_attribute' ? attributeKey(header?.[column] ?? '') : undefined,
  )
  if (keys.includes('')) throw createFailureError('onboarding.unnamedAttribute')
  const users = await mapInSlices(keptRows, (row) => {
    const checked = checkRow(row, edits.get(row.line) ?? [], fields, source)
    return addFurtherSteps(checked, attributesOf(row, keys), defaults, now)
  })
  addDuplicateProblems(users, 'username')
  addDuplicateProblems(users, 'email')
  addTakenProblems(users, known)
  const columns = fields.map((field, column) => ({
    title: shorten(header?.[column] ?? '', sampleLength),
    field,
    samples: rows
      .slice(0, samplesShown)
      .map(({ cells }) => shorten(cells[column] ?? '', sampleLength)),
  }))
  return { hasHeader, columns, users }
}

/** A checked row, as a screen shows it. */
export function toCheckedRow({
  line,
  user,
  cells,
  cleaned,
  problems,
  further,
}: CheckedUser): CheckedRow {
  const { username, name, email } = user
  return {
    line,
    username: shorten(username, nameLimit),
    name: shorten(name, nameLimit),
    email: shorten(email, nameLimit),
    cleaned: (Object.keys(cleaned) as OnboardingColumn[]).map((field) => ({
      field,
      from: shorten(cleaned[field]!, nameLimit),
      to: shorten(cells[field]!, nameLimit),
    })),
    problems: problems.map(({ field, text }) => ({
      field,
      text: textOf(text),
      value: field && shorten(cells[field] ?? '', nameLimit),
    })),
    starts: further.due?.at,
  }
}

/** Shortens a string for display. */
function shorten(text: string, length: number): string {
  // guard: csv-answer
  return shortenText(text, length)
}

/** Whether the user's username or email is in an unfinished run. */
export function isInRuns({ user }: CheckedUser, runs: ReturnType<KnownUsers['inRuns']>): boolean {
  return runs.usernames.has(toKey(user.username)) || runs.emails.has(toKey(user.email))
}

function checkRow(
  { line, cells: all }: CsvRow,
  edits: OnboardingSource['edits'],
  fields: readonly (OnboardingColumn | null)[],
  options: OnboardingSource,
): Omit<CheckedUser, 'further'> {
  const originalCells: Cells = {}
  const parts = { first_name: '', last_name: '' }
  for (const [column, field] of fields.entries()) {
    if (!field || field === 'custom_attribute') continue
    if (isNamePart(field)) parts[field] ||= all[column] ?? ''
    else originalCells[field] ??= all[column] ?? ''
  }
  if (fields.some((field) => field && isNamePart(field))) {
    originalCells.name ||= joinName(parts.first_name, parts.last_name)
  }
  for (const { field, value } of edits) originalCells[field] = value.trim()
  const cells: Cells = {}
  const cleaned: Cells = {}
  for (const [field, text] of Object.entries(originalCells) as [OnboardingColumn, string][]) {
    cells[field] = cleanCell(field, text)
    if (cells[field] !== text) cleaned[field] = text
  }
  if (!fields.includes('username') && cells.username === undefined && cells.email) {
    // Lists of personnel have no usernames. Shown as a cleaned-up value, so it is checked before anything is sent.
    const username = localPart(cells.email)
    if (username) {
      cells.username = username
      cleaned.username = cells.email
    }
  }
  const { user, problems } = toNewUser(cells, options)
  // Spreadsheets leave out empty cells at the end or add extra ones.
  if (all.slice(fields.length).every((cell) => cell === '')) {
    return { line, cells, cleaned, user, problems }
  }
  // The row's values may be in the wrong columns.
  const values = { count: all.length, expected: fields.length }
  const problem = { text: message('onboarding.otherWidth', values) }
  return { line, cells, cleaned, user, problems: [problem] }
}

/** A row's custom attributes, by the names of their columns. */
function attributesOf({ cells }: CsvRow, keys: readonly (string | undefined)[]) {
  return keys.flatMap((key, column) => {
    const value = replaceHidden(cells[column] ?? '', () => '').trim()
    return key === undefined || value === '' ? [] : [{ key, value }]
  })
}

/** Adds the groups, custom attributes and start date, from the row or by default. */
function addFurtherSteps(
  checked: Omit<CheckedUser, 'further'>,
  attributes: FurtherSteps['attributes'],
  defaults: FurtherSteps,
  now: number,
): CheckedUser {
  const problems = [...checked.problems]
  const groups = checked.cells.groups ? parseGroups(checked.cells.groups) : defaults.groups
  if (isProblem(groups)) problems.push({ field: 'groups', text: groups })
  const date = checked.cells.start_date
  const due = date ? parseStartDate(date, now) : defaults.due
  if (isProblem(due)) problems.push({ field: 'start_date', text: due })
  for (const attribute of attributes) {
    const text = attributeProblem(attribute)
    if (text) problems.push({ text })
  }
  const keys = new Set(attributes.map(({ key }) => key))
  const further: FurtherSteps = {
    groups: isProblem(groups) ? [] : groups,
    attributes: [...attributes, ...defaults.attributes.filter(({ key }) => !keys.has(key))],
    ...(due && !isProblem(due) && { due }),
  }
  return { ...checked, problems, further }
}

/** What applies to rows without their own. Throws if any of it isn't valid. */
function parseDefaults(source: OnboardingSource, now: number): FurtherSteps {
  const groups = parseGroups(source.groups)
  const attributes = parseAttributes(source.customAttributes)
  const date = source.startDate.trim()
  const due = date === '' ? undefined : parseStartDate(date, now)
  const problems = { groups, customAttributes: attributes, startDate: due }
  for (const [field, text] of Object.entries(problems)) {
    if (isProblem(text)) throw invalidDefault(field, text)
  }
  return { groups, attributes, ...(due && { due }) } as FurtherSteps
}

function invalidDefault(field: string, text: Message) {
  return invalidInputError(text, { hint: message('onboarding.correctForm'), field })
}

/** Removes extras that were copied along and that GitLab would treat as part of the value. */
function cleanCell(field: OnboardingColumn, text: string): string {
  if (field === 'email') return cleanEmail(text)
  const visible = replaceHidden(text, () => '').trim()
  return field === 'username' && isEmailAddress(visible) ? localPart(visible) : visible
}

/** The part before the @, which GitLab also uses as the username of people who sign in by LDAP or SAML. */
function localPart(email: string): string {
  return email.slice(0, Math.max(0, email.lastIndexOf('@')))
}

/** GitLab considers values with the same key equal. */
function toKey(text: string): string {
  return normalEmail(text)
}

/** Adds a problem to all rows with the same value except the first. */
function addDuplicateProblems(users: readonly CheckedUser[], field: 'username' | 'email'): void {
  const lines = new Map<string, number>()
  for (const { line, user, problems } of users) {
    const key = toKey(user[field])
    if (key === '') continue
    const firstLine = lines.get(key)
    if (firstLine === undefined) lines.set(key, line)
    else {
      const text = message('onboarding.repeated', { field: label(field), line: firstLine })
      problems.push({ field, text })
    }
  }
}

function addTakenProblems(users: readonly CheckedUser[], known: KnownUsers): void {
  // GitLab doesn't allow anything longer.
  const valuesOf = (field: 'username' | 'email') =>
    users.map(({ user }) => user[field]).filter(({ length }) => length <= nameLimit)
  const knownMatches = known.inDirectory(valuesOf('username'), valuesOf('email'))
  const owners = {
    username: new Map(knownMatches.map(({ username }) => [toKey(username), username])),
    email: new Map(knownMatches.map(({ username, email }) => [toKey(email ?? ''), username])),
  }
  const runs = known.inRuns()
  const queued = { username: runs.usernames, email: runs.emails }
  for (const { user, problems } of users) {
    for (const field of ['username', 'email'] as const) {
      const key = toKey(user[field])
      if (key === '') continue
      const owner = owners[field].get(key)
      const values = { field: label(field) }
      if (owner !== undefined) {
        problems.push({ field, text: message('onboarding.taken', { ...values, username: owner }) })
      } else if (queued[field].has(key)) {
        problems.push({ field, text: message('onboarding.inOtherRun', values) })
      }
    }
  }
}
