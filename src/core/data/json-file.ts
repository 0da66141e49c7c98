import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Say } from '../log/log.ts'

/** A small document on disk, written whole: after a crash it is the old one or the new one. */
export interface JsonFile<T> {
  read(): T
  write(value: T): void
}

/**
 * Opens a document of the given shape. One that cannot be read is moved aside, never overwritten, and the log says so.
 */
export function jsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  log: Say,
): JsonFile<z.output<Schema>> {
  let value: z.output<Schema> | undefined
  return {
    read() {
      value ??= load(path, schema, log)
      return value
    },
    write(next) {
      replace(path, `${JSON.stringify(next, null, 2)}\n`)
      value = next
    },
  }
}

function load<Schema extends z.ZodType>(path: string, schema: Schema, log: Say): z.output<Schema> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return schema.parse({})
    throw error
  }
  try {
    return schema.parse(JSON.parse(text))
  } catch (error) {
    const aside = `${path}.broken-${Date.now()}`
    renameSync(path, aside)
    log('A document could not be understood and was moved aside.', { document: path, error })
    return schema.parse({})
  }
}

function replace(path: string, text: string): void {
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o600)
  try {
    // Goes on after a short write, as on a disk that is nearly full, and throws where nothing more fits.
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
}
