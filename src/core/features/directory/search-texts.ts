import { setImmediate as turn } from 'node:timers/promises'
import type { ExactMatch } from '../../../shared/app/directory-columns.ts'
import type { ExactSearch } from './exact-match.ts'
import type { UserRow } from './user-row.ts'

/** The searched texts of a user. */
export type SearchedRow = Pick<UserRow, 'id' | 'name_key' | 'username_key' | 'email_key'>

const rowsAtOnce = 1_000

/** The searched texts of all users in memory. Loaded on the first search and kept up to date from then on. */
export class SearchTexts {
  readonly #read: (after: number, limit: number) => SearchedRow[]
  #texts = new Map<number, string>()
  /** The last loaded ID; undefined once all are loaded. */
  #readTo: number | undefined = 0

  /** `read` returns the next rows after an ID, sorted by ID. */
  constructor(read: (after: number, limit: number) => SearchedRow[]) {
    this.#read = read
  }

  /** Loads them in parts, letting other work run in between. Otherwise the first search loads them all at once. */
  async ready(): Promise<void> {
    try {
      for (const _ of this.#reading()) await turn()
    } catch {
      // The file was closed meanwhile or is damaged, which the next search reports.
    }
  }

  /** The texts of these users in their order. */
  of(ids: Float64Array): string[] {
    for (const _ of this.#reading());
    return Array.from(ids, (id) => this.#texts.get(id) ?? '')
  }

  set(row: SearchedRow): void {
    // The others are loaded later.
    if (this.#readTo !== undefined && row.id > this.#readTo) return
    this.#texts.set(row.id, textOf(row))
  }

  delete(id: number): void {
    this.#texts.delete(id)
  }

  /** Makes the next search load all again. */
  forget(): void {
    this.#texts = new Map()
    this.#readTo = 0
  }

  *#reading(): Iterable<void> {
    while (this.#readTo !== undefined) {
      const rows = this.#read(this.#readTo, rowsAtOnce)
      for (const row of rows) this.#texts.set(row.id, textOf(row))
      this.#readTo = rows.length < rowsAtOnce ? undefined : rows.at(-1)!.id
      yield
    }
  }
}

function textOf({ username_key, email_key, name_key }: SearchedRow): string {
  return `${username_key}\n${email_key ?? ''}\n${name_key}`
}

/**
 * The IDs whose texts contain all words, in their order. Exact matches come first, the most specific before others; an exact ID
 * matches even if no text contains it.
 */
export function search(
  ids: Float64Array,
  texts: readonly string[],
  words: readonly string[],
  { id, username, email }: ExactSearch,
): Float64Array {
  const exactUsername = `${username}\n`
  const exactEmail = email.includes('@') ? `\n${email}\n` : undefined
  const found: Record<ExactMatch | 'others', number[]> = {
    id: [],
    username: [],
    email: [],
    others: [],
  }
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index]!
    const one = ids[index]!
    if (one === id) found.id.push(one)
    else if (!words.every((word) => text.includes(word))) continue
    else if (text.startsWith(exactUsername)) found.username.push(one)
    else if (exactEmail && text.includes(exactEmail)) found.email.push(one)
    else found.others.push(one)
  }
  return new Float64Array(Object.values(found).flat())
}
