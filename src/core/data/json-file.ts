import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { z } from 'zod'
import { FailureError } from '../../shared/failure.ts'
import type { Say } from '../log/log.ts'

/** A small document on disk, written whole: after a crash it is the old one or the new one. */
export interface JsonFile<T> {
  read(): T
  /** Throws a failure for a person to read where the disk does not take it; the document is then as it was. */
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
      try {
        replace(path, `${JSON.stringify(next, null, 2)}\n`)
      } catch (error) {
        throw notWritten(path, error)
      }
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

const diskTrouble: Record<string, string> = {
  EACCES: 'the folder may not be written to',
  EPERM: 'the folder may not be written to',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  EDQUOT: 'you may not store more on this disk',
  ENOENT: 'the folder is gone',
}

function notWritten(path: string, error: unknown): FailureError {
  const { code = '' } = error as NodeJS.ErrnoException
  const why = diskTrouble[code] ?? `the system says ${code || String(error)}`
  return new FailureError(
    {
      kind: 'unexpected',
      message: `This could not be kept in ${basename(path)} on this machine: ${why}.`,
      hint: `Make room in ${dirname(path)}, or give Latchkey the right to write there, and try again.`,
    },
    { cause: error },
  )
}
