import { existsSync, lstatSync, rmSync } from 'node:fs'
import type { z } from 'zod'
import { type UnformattedFailure, FailureError } from '../failure.ts'
import type { LogFunction } from '../log/log.ts'
import { notReadError, notSavedError, localSaveFailure } from './document-failure.ts'
import { BrokenLinkError, FileTooLargeError } from './file-errors.ts'
import { type PreparedFile, prepareFile, backUpBroken } from './atomic-write.ts'
import { readRegularFile } from './regular-file.ts'

/** A small document on disk, written atomically. */
export interface JsonFile<T> {
  /** The value, or the defaults if the file can't be read. */
  read(): T
  /** Whether the file's contents don't match the schema, so the defaults are used instead. */
  isInvalid(): boolean
  /** Throws a failure if the file exists but can't be read. */
  assertReadable(): void
  /** Throws a failure if saving fails; the document is then unchanged. */
  write(value: T): void
  /** Writes the value next to the document, so `commit` needs no disk space. Throws like `write`. */
  prepare(value: T): PreparedFile
  /**
   * For changes that already happened: keeps the value in memory if saving fails, and reports the failure instead of throwing.
   */
  saveOrReport(value: T): void
  /** Deletes the document without needing disk space. */
  remove(): void
}

/**
 * Opens a document with a schema. An invalid or unreadable file is logged and left unchanged; the next write sets an
 * invalid one aside. `onUnsaved` is called with failures of `saveOrReport`.
 */
export function jsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  log: LogFunction,
  onUnsaved: (failure: UnformattedFailure) => void = () => undefined,
): JsonFile<z.output<Schema>> {
  return new Document(path, schema, log, onUnsaved)
}

class Document<Schema extends z.ZodType> implements JsonFile<z.output<Schema>> {
  readonly #path: string
  readonly #schema: Schema
  readonly #log: LogFunction
  readonly #onUnsaved: (failure: UnformattedFailure) => void
  #value: z.output<Schema> | undefined
  /** Whether writing would lose the contents of an invalid file. */
  #isInvalid = false
  /** Why the last read returned the defaults; values derived from them must not be written. */
  #readFailure: { error: unknown } | undefined
  #isSaveFailureLogged = false

  constructor(
    path: string,
    schema: Schema,
    log: LogFunction,
    onUnsaved: (failure: UnformattedFailure) => void,
  ) {
    this.#path = path
    this.#schema = schema
    this.#log = log
    this.#onUnsaved = onUnsaved
  }

  read(): z.output<Schema> {
    try {
      const value = this.#load()
      this.#readFailure = undefined
      return value
    } catch (error) {
      if (!this.#readFailure) {
        this.#log('A document cannot be read.', { document: this.#path, error })
      }
      this.#readFailure = { error }
      return this.#schema.parse({})
    }
  }

  isInvalid(): boolean {
    this.read()
    return this.#isInvalid
  }

  assertReadable(): void {
    try {
      this.#load()
    } catch (error) {
      throw notReadError(this.#path, error)
    }
  }

  write(value: z.output<Schema>): void {
    this.prepare(value).commit()
  }

  prepare(value: z.output<Schema>): PreparedFile {
    this.assertReadable()
    const unreadableFor = this.#readFailure
    this.#readFailure = undefined
    if (unreadableFor) throw notReadError(this.#path, unreadableFor.error)
    const text = `${JSON.stringify(value, null, 2)}\n`
    const file = this.#orNotSaved(() => {
      // The next start would read the defaults instead.
      // guard: readable-document
      if (Buffer.byteLength(text) > maxBytes || hasTooManyValues(text))
        throw new FileTooLargeError()
      return prepareFile(this.#path, text)
    })
    const commit = () => {
      if (this.#isInvalid) this.#setAside()
      file.commit()
      this.#value = value
      this.#isInvalid = this.#isSaveFailureLogged = false
    }
    return { commit: () => this.#orNotSaved(commit), cancel: file.cancel }
  }

  saveOrReport(value: z.output<Schema>): void {
    try {
      this.write(value)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      // If the file was never read, this value lacks its contents.
      if (this.#value !== undefined) this.#value = value
      if (!this.#isSaveFailureLogged) {
        this.#log('A document could not be saved.', { document: this.#path, error })
      }
      this.#isSaveFailureLogged = true
      this.#onUnsaved(localSaveFailure(this.#path, error))
    }
  }

  remove(): void {
    this.#orNotSaved(() => rmSync(this.#path, { force: true }))
    this.#value = this.#schema.parse({})
    this.#isInvalid = false
  }

  #load(): z.output<Schema> {
    if (this.#value !== undefined) return this.#value
    const document = load(this.#path)
    const read = document === undefined ? undefined : this.#schema.safeParse(document)
    const value = read?.success ? read.data : this.#schema.parse({})
    this.#value = value
    this.#isInvalid = read !== undefined && !read.success
    if (this.#isInvalid) {
      this.#log('A document could not be parsed; it is kept, and the defaults are used.', {
        document: this.#path,
      })
    }
    return value
  }

  #setAside(): void {
    // It may have been deleted since.
    if (!existsSync(this.#path)) return
    this.#log('A document that could not be parsed was kept under this name.', {
      document: backUpBroken(this.#path),
    })
  }

  #orNotSaved<T>(act: () => T): T {
    try {
      return act()
    } catch (error) {
      throw notSavedError(this.#path, error)
    }
  }
}

/** Far more than Latchkey writes, but small enough to parse at startup. */
const maxBytes = 4 * 1024 * 1024
const maxValues = 50_000

function hasTooManyValues(text: string): boolean {
  return (text.match(/[,[{]/g)?.length ?? 0) > maxValues
}

/** The file's contents, `null` if they aren't JSON or can't be Latchkey's; undefined if there is no file. */
function load(path: string): unknown {
  let text: string
  try {
    text = readRegularFile(path, maxBytes).toString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    // The link's target may come back.
    if (lstatSync(path, { throwIfNoEntry: false })) throw new BrokenLinkError()
    return undefined
  }
  // Describing every error in a million invalid entries would take minutes.
  // guard: document-values
  if (hasTooManyValues(text)) return null
  try {
    // Some editors add a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}
