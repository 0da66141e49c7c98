import { existsSync, lstatSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { type Failure, FailureError } from '../failure.ts'
import type { Say } from '../log/log.ts'
import { BrokenLink, TooLarge, notRead, notSaved, localSaveFailure } from './document-failure.ts'
import { type PreparedFile, prepareFile, setAside } from './atomic-write.ts'
import { type Salvaged, salvage } from './salvage.ts'

/** A small document on disk, written whole: after a crash it is the old one or the new one. */
export interface JsonFile<T> {
  /** What the document says; what it says without a file where that cannot be read. */
  read(): T
  /** How many entries of the file could not be understood when it was read. */
  leftOut(): number
  /** Throws a failure for a person to read where the file is there and cannot be read. */
  check(): void
  /** Throws a failure for a person to read where the disk does not take it; the document is then as it was. */
  write(value: T): void
  /** Writes it beside the document; from then on `commit` needs no room. Throws as `write` does. */
  prepare(value: T): PreparedFile
  /** For what happened already: takes the value even where the disk does not, and tells of that instead of throwing. */
  keep(value: T): void
  /** Removes the document, which needs no room. */
  remove(): void
}

/**
 * Opens a document of the given shape. What of it cannot be understood is left out, and what cannot be read is left alone; the
 * log says so, and nothing of it is ever overwritten. `unsaved` is called with what `keep` couldn't save.
 */
export function jsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  log: Say,
  unsaved: (failure: Failure) => void = () => undefined,
): JsonFile<z.output<Schema>> {
  return new Document(path, schema, log, unsaved)
}

class Document<Schema extends z.ZodType> implements JsonFile<z.output<Schema>> {
  readonly #path: string
  readonly #schema: Schema
  readonly #log: Say
  readonly #unsaved: (failure: Failure) => void
  #value: z.output<Schema> | undefined
  #leftOut = 0
  /** Whether the file holds something that would be lost with the next version. */
  #isWorthKeeping = false
  /** Why the value that was given last was not that of the file; what follows from it must not be written. */
  #guessedFor: { error: unknown } | undefined
  /** Whether the log says already that saving fails. */
  #isToldOf = false

  constructor(path: string, schema: Schema, log: Say, unsaved: (failure: Failure) => void) {
    this.#path = path
    this.#schema = schema
    this.#log = log
    this.#unsaved = unsaved
  }

  read(): z.output<Schema> {
    try {
      const value = this.#load()
      this.#guessedFor = undefined
      return value
    } catch (error) {
      if (!this.#guessedFor) {
        this.#log('A document cannot be read.', { document: this.#path, error })
      }
      this.#guessedFor = { error }
      return this.#schema.parse({})
    }
  }

  leftOut(): number {
    this.read()
    return this.#leftOut
  }

  check(): void {
    try {
      this.#load()
    } catch (error) {
      throw notRead(this.#path, error)
    }
  }

  write(value: z.output<Schema>): void {
    this.prepare(value).commit()
  }

  prepare(value: z.output<Schema>): PreparedFile {
    this.check()
    const guessedFor = this.#guessedFor
    this.#guessedFor = undefined
    if (guessedFor) throw notRead(this.#path, guessedFor.error)
    const file = this.#trying(() => prepareFile(this.#path, `${JSON.stringify(value, null, 2)}\n`))
    const commit = () => {
      if (this.#isWorthKeeping) this.#setAside()
      file.commit()
      this.#value = value
      this.#isWorthKeeping = this.#isToldOf = false
    }
    return { commit: () => this.#trying(commit), cancel: file.cancel }
  }

  keep(value: z.output<Schema>): void {
    try {
      this.write(value)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      // Where the file was never read, there is something in it that this value does not know.
      if (this.#value !== undefined) this.#value = value
      if (!this.#isToldOf) {
        this.#log('A document could not be saved.', { document: this.#path, error })
      }
      this.#isToldOf = true
      this.#unsaved(localSaveFailure(this.#path, error))
    }
  }

  remove(): void {
    this.#trying(() => rmSync(this.#path, { force: true }))
    this.#value = this.#schema.parse({})
    this.#isWorthKeeping = false
  }

  #load(): z.output<Schema> {
    if (this.#value !== undefined) return this.#value
    const { value, lost } = load(this.#path, this.#schema)
    this.#value = value
    this.#leftOut = lost
    this.#isWorthKeeping = lost > 0
    if (lost > 0) {
      this.#log('Some of a document could not be understood and is left out; the file keeps it.', {
        document: this.#path,
        count: lost,
      })
    }
    return value
  }

  #setAside(): void {
    // It may be gone by now.
    if (!existsSync(this.#path)) return
    this.#log('A document that could not be understood is kept under the name given here.', {
      document: setAside(this.#path),
    })
  }

  #trying<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw notSaved(this.#path, error)
    }
  }
}

/** Far more than Latchkey writes, and little enough to look through at a start. */
const maxBytes = 4 * 1024 * 1024

function load<Schema extends z.ZodType>(path: string, schema: Schema): Salvaged<z.output<Schema>> {
  let text: string
  try {
    // guard: document-size
    if (statSync(path).size > maxBytes) throw new TooLarge()
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // Somebody made the link, and its target may come back.
    if (lstatSync(path, { throwIfNoEntry: false })) throw new BrokenLink()
    return salvage(schema, {})
  }
  return salvage(schema, parsed(text))
}

/** Undefined for what is no JSON at all. */
function parsed(text: string): unknown {
  try {
    // Some editors put a mark before the text.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
