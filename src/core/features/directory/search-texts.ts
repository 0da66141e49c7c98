import type { ExactMatch } from '../../../shared/rules/directory-columns.ts'
import type { ExactSearch } from './exact-match.ts'
import type { DirectoryUserRow } from './user-row.ts'

/** The searched texts of a user. */
export type SearchedRow = Pick<DirectoryUserRow, 'id' | 'name_key' | 'username_key' | 'email_key'>

const batchSize = 1_000

/** The searched texts of all users in memory. Loaded after the first list and kept up to date from then on. */
export class SearchTexts {
  readonly #read: (after: number, limit: number) => SearchedRow[]
  #texts = new Map<number, string>()
  /** The last loaded ID; undefined once all are loaded. */
  #loadedTo: number | undefined = 0

  /** `read` returns the next rows after an ID, sorted by ID. */
  constructor(read: (after: number, limit: number) => SearchedRow[]) {
    this.#read = read
  }

  /**
   * Loads texts in steps of a few milliseconds; yields after each step. If not called, the first search loads all texts at
   * once.
   */
  *load(): Iterable<void> {
    while (this.#loadedTo !== undefined) {
      const rows = this.#read(this.#loadedTo, batchSize)
      for (const row of rows) this.#texts.set(row.id, toSearchText(row))
      this.#loadedTo = rows.length < batchSize ? undefined : rows.at(-1)!.id
      if (this.#loadedTo !== undefined) yield
    }
  }

  /** The texts of these users, in their order. */
  textsOf(ids: Float64Array): string[] {
    for (const _ of this.load());
    return Array.from(ids, (id) => this.#texts.get(id) ?? '')
  }

  set(row: SearchedRow): void {
    // Users with higher IDs are loaded later.
    if (this.#loadedTo !== undefined && row.id > this.#loadedTo) return
    this.#texts.set(row.id, toSearchText(row))
  }

  delete(id: number): void {
    this.#texts.delete(id)
  }

  /** Makes the next search reload all texts. */
  forget(): void {
    this.#texts = new Map()
    this.#loadedTo = 0
  }
}

function toSearchText({ username_key, email_key, name_key }: SearchedRow): string {
  return `${username_key}\n${email_key ?? ''}\n${name_key}`
}

/**
 * IDs of users whose texts contain all words, in the given order. Exact matches come first, starting with the most
 * specific kind; an exact ID matches even if no text contains it.
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
