import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { prepareFile } from '../../../infra/files/atomic-write.ts'
import { readRegularFile } from '../../../infra/files/regular-file.ts'

const Entries = z.record(z.string(), z.unknown())
const List = z.array(z.unknown())
/** What is parsed in a moment; documents are far smaller. */
const maxBytes = 64 * 1024 * 1024

/** The entries of a document. Throws where it is none. */
export function readEntries(path: string): Record<string, unknown> {
  const text = readRegularFile(path, maxBytes).toString()
  return Entries.parse(JSON.parse(text.replace(/^\uFEFF/, '')))
}

/**
 * Adds lists of an earlier version to a document, which may have entries of its own: the earlier lists may not have been movable
 * when it was written. Throws where the document can't be read, and leaves it as it is.
 */
export function addToDocument(path: string, lists: Record<string, unknown>): void {
  const current = existsSync(path) ? readEntries(path) : {}
  const merged = Object.entries(lists).map(([name, earlier]) => [
    name,
    current[name] === undefined
      ? earlier
      : addMissing(List.parse(current[name]), List.parse(earlier)),
  ])
  const text = JSON.stringify({ ...current, ...Object.fromEntries(merged) }, null, 2)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  prepareFile(path, `${text}\n`).commit()
}

function addMissing(list: unknown[], earlier: unknown[]): unknown[] {
  return [...list, ...earlier.filter((entry) => !list.some((one) => isSame(one, entry)))]
}

/** The ID of a view or token, or the time that identifies a recovery. */
const Identified = z.object({ id: z.unknown(), at: z.unknown() }).partial()

function isSame(a: unknown, b: unknown): boolean {
  const id = idOf(a)
  return id === undefined ? isDeepStrictEqual(a, b) : id === idOf(b)
}

function idOf(entry: unknown): unknown {
  const { id, at } = Identified.safeParse(entry).data ?? {}
  return id ?? at
}
