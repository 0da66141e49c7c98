import { setImmediate as turn } from 'node:timers/promises'
import type { SyncFollower, UserDirectory } from './directory-store.ts'
import { TextIndex } from './text-index.ts'

const rowsAtOnce = 1_000

/** The texts of a copy in memory, made when somebody is first searched and kept true from then on. */
export class UserTexts {
  readonly #copy: UserDirectory
  #index: TextIndex | undefined
  #making: Promise<void> | undefined
  #found: { words: readonly string[]; version: number; marks: Uint8Array } | undefined

  constructor(copy: UserDirectory) {
    this.#copy = copy
  }

  /** Makes them in parts, so that nothing else has to wait. Without it, the first search makes them at once. */
  ready(): Promise<void> {
    if (this.#index) return Promise.resolve()
    this.#making ??= this.#make().finally(() => (this.#making = undefined))
    return this.#making
  }

  /** The texts as they are now. Whoever keeps places of an older index has to ask for them again. */
  index(): TextIndex {
    if (this.#index) return this.#index
    const [index] = this.#follow()
    for (const _ of this.#pages(index));
    this.#index = index
    return index
  }

  /** For each place 1 where all words are found. */
  marks(words: readonly string[]): Uint8Array {
    const index = this.index()
    const { version } = this.#copy
    const last = this.#found?.version === version ? this.#found : undefined
    // Who finds a word finds its beginning, so what is typed on is looked for among those who were found.
    const isTypedOn = last?.words.every((old) => words.some((word) => word.includes(old)))
    const among = isTypedOn ? last : undefined
    const added = words.filter((word) => !among?.words.includes(word))
    const marks = among && added.length === 0 ? among.marks : index.match(added, among?.marks)
    this.#found = { words, version, marks }
    return marks
  }

  async #make(): Promise<void> {
    const [index, follower] = this.#follow()
    try {
      for (const _ of this.#pages(index)) await turn()
    } catch {
      // The file went meanwhile, or is damaged; who searches next is told.
      return
    }
    // Unless another one was made at once meanwhile, or this one was told what did not come to be.
    if (this.#copy.follower === follower) this.#index = index
  }

  /** An index that is told of all that changes from now on. */
  #follow(): [TextIndex, SyncFollower] {
    const index = new TextIndex()
    const follower: SyncFollower = {
      written: (row) => index.set(row),
      removed: (id) => index.delete(id),
      undone: () => {
        this.#copy.follower = undefined
        this.#index = undefined
        this.#found = undefined
      },
    }
    this.#copy.follower = follower
    return [index, follower]
  }

  *#pages(index: TextIndex): Iterable<void> {
    for (let after = 0; ;) {
      const rows = this.#copy.searched(after, rowsAtOnce)
      for (const row of rows) index.set(row)
      if (rows.length < rowsAtOnce) return
      after = rows.at(-1)!.id
      yield
    }
  }
}
