import type { ExactMatch } from '../../../shared/rules/directory-columns.ts'
import type { ExactSearch } from './exact-match.ts'
import type { DirectoryUserRow } from './user-row.ts'

/** A user's searchable text. */
export type SearchedRow = Pick<DirectoryUserRow, 'id' | 'name_key' | 'username_key' | 'email_key'>

const batchSize = 1_000

/** All users' searchable text, kept in memory. Loaded after the first list, and kept up to date from then on. */
export class SearchTexts {
  readonly #read: (after: number, limit: number) => SearchedRow[]
  #texts = new Map<number, string>()
  /** The last ID that was loaded; undefined once all are. */
  #loadedTo: number | undefined = 0

  /** `read` returns the next rows after an ID, in ID order. */
  constructor(read: (after: number, limit: number) => SearchedRow[]) {
    this.#read = read
  }

  /**
   * Loads the text in steps of a few milliseconds and yields after each step. Otherwise, the first search loads all of
   * it in a single step.
   */
  *load(): Iterable<void> {
    while (this.#loadedTo !== undefined) {
      const rows = this.#read(this.#loadedTo, batchSize)
      for (const row of rows) this.#texts.set(row.id, toSearchText(row))
      this.#loadedTo = rows.length < batchSize ? undefined : rows.at(-1)!.id
      if (this.#loadedTo !== undefined) yield
    }
  }

  /** These users' searchable text, in the same order. */
  textsOf(ids: Float64Array): string[] {
    for (const _ of this.load());
    return Array.from(ids, (id) => this.#texts.get(id) ?? '')
  }

  set(row: SearchedRow): void {
    // Users with higher IDs haven't been loaded yet.
    if (this.#loadedTo !== undefined && row.id > this.#loadedTo) return
    this.#texts.set(row.id, toSearchText(row))
  }

  delete(id: number): void {
    this.#texts.delete(id)
  }

  /** Makes the next search reload all text. */
  forget(): void {
    this.#texts = new Map()
    this.#loadedTo = 0
  }
}

function toSearchText({ username_key, email_key, name_key }: SearchedRow): string {
  return `${username_key}\n${email_key ?? ''}\n${name_key}`
}

/**
 * The IDs of users whose text contains all words, in their original order. Exact matches come first, most specific kind
 * first; an exact ID matches even if no user's text contains it.
 */
export function search(
  ids: Float64Array,
  texts: readonly string[],
  words: readonly string[],
  { id, username, email }: ExactSearch,
): Float64Array {
  const exactUsername = `${username}\n`
  const exactEmail = email.includes('@') ? `\n${email}\n` : undefined
  const matches: Record<ExactMatch | 'others', number[]> = {
    username: [],
    id: [],
    email: [],
    others: [],
  }
  for (let index = 0; index < texts.length; index += 1) {
    const text = texts[index]!
    const userId = ids[index]!
    if (text.startsWith(exactUsername)) matches.username.push(userId)
    else if (userId === id) matches.id.push(userId)
    else if (!words.every((word) => text.includes(word))) continue
    else if (exactEmail && text.includes(exactEmail)) matches.email.push(userId)
    else matches.others.push(userId)
  }
  return new Float64Array(Object.values(matches).flat())
}
