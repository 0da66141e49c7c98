import type { z } from 'zod'

/** A document's valid part, and the number of invalid entries. */
export interface SalvageResult<T> {
  value: T
  skipped: number
}

/**
 * Parses a document with invalid entries, because it was edited manually or written by a newer version: drops the
 * invalid entries instead of the entire document. An entry is a list item, or a field outside a list.
 */
export function salvage<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
): SalvageResult<z.output<Schema>> {
  const remaining = structuredClone(document)
  let lost = 0
  for (;;) {
    const read = schema.safeParse(remaining)
    if (read.success) return { value: read.data, skipped: lost }
    const entries = new Map(
      read.error.issues.map(({ path }) => {
        const entry = entryPath(path)
        return [JSON.stringify(entry), entry]
      }),
    )
    // Goes backwards, so the remaining indexes stay valid.
    const removed = [...entries.values()]
      .toSorted((a, b) => lastIndex(b) - lastIndex(a))
      .filter((entry) => remove(remaining, entry)).length
    if (removed === 0) return { value: schema.parse({}), skipped: lost + 1 }
    lost += removed
  }
}

type Path = readonly PropertyKey[]

function entryPath(path: Path): Path {
  const index = path.findIndex((key) => typeof key === 'number')
  return index === -1 ? path : path.slice(0, index + 1)
}

function lastIndex(path: Path): number {
  const last = path.at(-1)
  return typeof last === 'number' ? last : -1
}

/** Removes an entry, or its parent if the entry is missing; returns whether anything was removed. */
function remove(document: unknown, path: Path): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const holder = at(document, path.slice(0, length - 1))
    const key = path[length - 1]!
    if (Array.isArray(holder) && typeof key === 'number') return holder.splice(key, 1).length > 0
    if (isObject(holder) && Object.hasOwn(holder, key)) return delete holder[key]
  }
  return false
}

function at(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    document,
  )
}

function isObject(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null
}
