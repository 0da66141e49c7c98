import type { ListedColumn, UserKeyKind } from '../../../shared/operations/onboarding.ts'
import { normalEmail } from '../../../shared/rules/email-address.ts'
import { parseIdSearch } from '../../../shared/rules/id-search.ts'
import { shorten } from '../../../shared/rules/text-length.ts'
import { createTimeSlicer, mapInSlices } from '../../platform/time/time-slicer.ts'
import type { OnboardingDirectory } from './onboarding.ts'
import {
  type ListRow,
  type UserList,
  addressesIn,
  readUserList,
  withoutAt,
  wordsOf,
  writingOf,
} from './source/user-list.ts'

type ListedUser = ReturnType<OnboardingDirectory['find']>[number]
/** What each column holds; `undefined` if that isn't decided. */
type Kinds = (UserKeyKind | 'unused' | undefined)[]

export interface ListDirectory {
  find(keys: Parameters<OnboardingDirectory['find']>[1]): ListedUser[]
  wordsInOtherNames(words: readonly string[]): string[]
}

interface ListMatch {
  ids: number[]
  missing: string[]
  ambiguous: string[]
  undecided: string[]
  columns: ListedColumn[]
}

/** How many examples are shown for each choice, and their maximum length. */
const examplesShown = 3
const exampleLength = 100
/** Longer names aren't looked for. */
const maxNameWords = 6

/**
 * Finds the directory users on a pasted list, each once and in the list's order. Selects nobody by a name or a number
 * unless `chosen` says what its column is. Yields to other calls from time to time.
 */
export async function matchList(
  text: string,
  chosen: readonly (UserKeyKind | 'unused' | null)[],
  directory: ListDirectory,
): Promise<ListMatch> {
  const list = await readUserList(text)
  const users = await findUsers(list, directory)
  const automatic = list.columns.map(({ kind }, column) =>
    kind === 'likely-username'
      ? isUsernameColumn(cellsOf(list, column), users, directory)
        ? ('username' as const)
        : undefined
      : kind,
  )
  const kinds: Kinds = automatic.map((kind, column) =>
    list.columns[column]!.isFixed ? kind : (chosen[column] ?? kind),
  )
  const ids = new Set<number>()
  const missing = new Set<string>()
  const ambiguous = new Set<string>()
  const undecided = new Set(list.unused)
  const pause = createTimeSlicer()
  for (const row of list.rows) {
    const entries = entriesOf(row, kinds, (column) => chosen[column] === kinds[column])
    if (entries.length === 0 && row.text !== '') undecided.add(row.text)
    const rivals = otherUsersOf(row, kinds, users)
    for (const { kind, key, text } of entries) {
      const matches = new Set(users.by(kind, key).map(({ id }) => id))
      const [id] = matches
      // Another column of the row is about another user, or several users have the name.
      const isAmbiguous =
        matches.size > 1 || (entries.length === 1 && rivals.some((rival) => rival !== id))
      if (id === undefined) missing.add(text)
      else if (isAmbiguous) ambiguous.add(text)
      else if (isMisspelled(kind, key, users, row)) undecided.add(text)
      else ids.add(id)
    }
    // guard: list-slices
    await pause()
  }
  return {
    ids: [...ids],
    missing: [...missing],
    ambiguous: [...ambiguous],
    undecided: [...undecided],
    columns: list.columns.flatMap(({ title, isFixed }, column) => {
      const cells = cellsOf(list, column)
      const kind = kinds[column]
      const choices = isFixed ? [] : choicesFor(cells, users)
      if (choices.length === 0) return []
      return {
        column,
        title: shorten(title, exampleLength),
        kind: kind === undefined || kind === 'unused' ? null : kind,
        choices,
      }
    }),
  }
}

function cellsOf({ rows }: UserList, column: number): string[] {
  return rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '')
}

/** Users by what a list may call them. */
interface Users {
  by(kind: UserKeyKind, key: string): ListedUser[]
}

async function findUsers(list: UserList, directory: ListDirectory): Promise<Users> {
  const cells = [...new Set(list.rows.flatMap((row) => row.cells))].filter((cell) => cell !== '')
  const keys = await mapInSlices(cells, (cell) => {
    const words = wordsOf(cell)
    return {
      emails: addressesIn(cell).map(normalEmail),
      usernames: words.map((word) => withoutAt(word).toLowerCase()),
      ids: words.flatMap((word) => parseIdSearch(word) ?? []),
      names: rotations(words),
    }
  })
  const found = directory.find({
    ids: keys.flatMap(({ ids }) => ids),
    usernames: keys.flatMap(({ usernames }) => usernames),
    emails: keys.flatMap(({ emails }) => emails),
    names: keys.flatMap(({ names }) => names),
  })
  const maps = {
    email: Map.groupBy(found, ({ email }) => normalEmail(email ?? '')),
    username: Map.groupBy(found, ({ username }) => username.toLowerCase()),
    id: Map.groupBy(found, ({ id }) => String(id)),
    name: Map.groupBy(found, ({ name }) => nameKey(wordsOf(name))),
  }
  return { by: (kind, key) => maps[kind].get(key) ?? [] }
}

/** “Lee Kim” and “Kim Lee”: a list may begin with either. */
function rotations(words: readonly string[]): string[] {
  if (words.length > maxNameWords) return []
  return words.map((_, index) => [...words.slice(index), ...words.slice(0, index)].join(' '))
}

/** Names with the same key are equal, except for case, accents, and order. */
function nameKey(words: readonly string[]): string {
  return words
    .map((word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
    .sort()
    .join(' ')
}

/**
 * Whether words are certainly usernames. They aren't if they're written as names are, or if they could be: then most
 * need a dot, a digit or an underscore, or all have to be usernames that nobody else is called by.
 */
function isUsernameColumn(
  cells: readonly string[],
  users: Users,
  { wordsInOtherNames }: ListDirectory,
): boolean {
  if (cells.some((cell) => !isSpelledAsUsername(cell, users))) return false
  const plain = cells.filter((cell) => writingOf(cell) !== 'dotted')
  if (plain.length <= cells.length / 2) return true
  const areUsernames = cells.every((cell) => users.by('username', cell.toLowerCase()).length > 0)
  return areUsernames && wordsInOtherNames(plain.map((cell) => cell.toLowerCase())).length === 0
}

/** Usernames are in lowercase, or exactly as in GitLab. A capital letter elsewhere may be that of a name. */
function isSpelledAsUsername(word: string, users: Users): boolean {
  const text = withoutAt(word)
  const lower = text.toLowerCase()
  return text === lower || users.by('username', lower).some(({ username }) => username === text)
}

interface ListEntry {
  kind: UserKeyKind
  key: string
  text: string
}

/** Whom a row means, by the most specific of its columns; empty if that isn't decided. */
function entriesOf(row: ListRow, kinds: Kinds, isChosen: (column: number) => boolean): ListEntry[] {
  for (const kind of ['email', 'username', 'id'] as const) {
    const columns = kinds.flatMap((other, column) => (other === kind ? column : []))
    const entries = columns.flatMap((column) => {
      const cell = row.cells[column] ?? ''
      return cell === '' ? [] : keysIn(cell, kind, isChosen(column))
    })
    if (entries.length > 0) return entries.map((entry) => ({ kind, ...entry }))
  }
  const names = row.cells.filter((_, column) => kinds[column] === 'name').join(' ')
  const words = wordsOf(names)
  return words.length === 0 ? [] : [{ kind: 'name', key: nameKey(words), text: names.trim() }]
}

function keysIn(
  cell: string,
  kind: Exclude<UserKeyKind, 'name'>,
  isChosen: boolean,
): Omit<ListEntry, 'kind'>[] {
  if (kind === 'email') {
    return addressesIn(cell).map((address) => ({ key: normalEmail(address), text: address }))
  }
  const words = wordsOf(cell)
  if (kind === 'id') {
    const ids = words.map((word) => parseIdSearch(word))
    if (ids.includes(undefined)) return []
    return words.map((word, index) => ({ key: String(ids[index]), text: word }))
  }
  // Several words of which one is capitalized are a name.
  const isName = words.length > 1 && words.some((word) => writingOf(word) === 'name')
  if (isName || (words.length > 1 && !isChosen)) return []
  return words.map((word) => ({ key: withoutAt(word).toLowerCase(), text: word }))
}

/** The users that the row's other decided columns are about. */
function otherUsersOf(row: ListRow, kinds: Kinds, users: Users): number[] {
  return row.cells.flatMap((cell, column) => {
    const kind = kinds[column]
    if (cell === '' || kind === undefined || kind === 'unused' || kind === 'name') return []
    return keysIn(cell, kind, false).flatMap(({ key }) => users.by(kind, key).map(({ id }) => id))
  })
}

/** Whether `@Kim` may be a mention of somebody who is called Kim, because the username is `kim`. */
function isMisspelled(kind: UserKeyKind, key: string, users: Users, { cells }: ListRow): boolean {
  const [written = ''] = cells.filter((cell) => cell.startsWith('@'))
  return kind === 'username' && written !== '' && withoutAt(written).toLowerCase() === key
    ? !isSpelledAsUsername(written, users)
    : false
}

/** What a column may hold, with examples. Choices that match nobody are left out. */
function choicesFor(cells: readonly string[], users: Users): ListedColumn['choices'] {
  return (['username', 'id', 'name', 'email'] as const).flatMap((kind) => {
    const tried = cells.flatMap((cell) => {
      const keys =
        kind === 'name' ? [{ key: nameKey(wordsOf(cell)), text: cell }] : keysIn(cell, kind, true)
      return keys.map(({ key, text }) => ({ text, found: users.by(kind, key) }))
    })
    if (tried.every(({ found }) => found.length === 0)) return []
    const matches = tried.filter(({ found }) => found.length === 1)
    const others = tried.filter(({ found }) => found.length !== 1)
    const examples = [...matches, ...others].slice(0, examplesShown).map(({ text, found }) => {
      const [user] = found.length === 1 ? found : []
      return {
        entry: shorten(text, exampleLength),
        user: user ? { id: user.id, username: user.username, name: user.name } : null,
        ...(found.length > 1 && { users: found.length }),
      }
    })
    return { kind, matches: matches.length, examples }
  })
}
