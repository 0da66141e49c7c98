import { setImmediate as turn } from 'node:timers/promises'
import type { ExactMatch } from '../../../shared/app/directory-columns.ts'
import type { ExactSearch } from './exact-match.ts'
import type { UserRow } from './user-row.ts'

/** What is searched of a user. */
export type SearchedRow = Pick<UserRow, 'id' | 'name_key' | 'username_key' | 'email_key'>

const rowsAtOnce = 1_000

/** The texts that users are searched by, in memory: read when somebody is first searched for, and kept true from then on. */
export class SearchTexts {
  readonly #read: (after: number, limit: number) => SearchedRow[]
  #texts = new Map<number, string>()
  /** Up to which id they were read; undefined once all were. */
  #readTo: number | undefined = 0

  /** `read` gives some rows in the order of their ids, after an id. */
  constructor(read: (after: number, limit: number) => SearchedRow[]) {
    this.#read = read
  }

  /** Reads them in parts, so that nothing else has to wait. Without it, the first search reads them at once. */
  async ready(): Promise<void> {
    try {
      for (const _ of this.#reading()) await turn()
    } catch {
      // The file went meanwhile, or is damaged; whoever searches next is told.
    }
  }

  /** The texts of these users, in their order. */
  of(ids: Float64Array): string[] {
    for (const _ of this.#reading());
    return Array.from(ids, (id) => this.#texts.get(id) ?? '')
  }

  set(row: SearchedRow): void {
    // The others are read later.
    if (this.#readTo !== undefined && row.id > this.#readTo) return
    this.#texts.set(row.id, textOf(row))
  }

  delete(id: number): void {
    this.#texts.delete(id)
  }

  /** Reads all again when somebody is searched for next. */
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
 * Those of some ids whose texts hold all words, in their order. Whoever is named exactly comes first, the surest before others, and by
 * an id also where no text of theirs holds it.
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
