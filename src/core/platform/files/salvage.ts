import type { z } from 'zod'

/** A document's valid part, and the number of invalid entries. */
export interface SalvageResult<T> {
  value: T
  skipped: number
}

/** How many values a document may have; more than Latchkey writes. */
const maxValues = 50_000
/** How deeply they may be nested. */
const maxDepth = 100
/** How often to look for further invalid entries once some were dropped. */
const maxPasses = 10

/**
 * Parses a document with invalid entries, because it was edited manually or written by a newer version: drops the
 * invalid entries instead of the entire document. An entry is a list item, or a field outside a list. A document that
 * can't be Latchkey's, because it is huge, counts as one invalid entry.
 */
export function salvage<Schema extends z.ZodType>(
  schema: Schema,
  document: unknown,
): SalvageResult<z.output<Schema>> {
  const replaced = (lost: number) => ({ value: schema.parse({}), skipped: lost + 1 })
  // guard: salvage-size
  if (!isDocument(document)) return replaced(0)
  const remaining = structuredClone(document)
  let lost = 0
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const read = schema.safeParse(remaining)
    if (read.success) return { value: read.data, skipped: lost }
    const entries = new Map(
      read.error.issues.map(({ path }) => {
        const entry = entryPath(path)
        return [JSON.stringify(entry), entry]
      }),
    )
    const removed = removeAll(remaining, [...entries.values()])
    if (removed === 0) break
    lost += removed
  }
  return replaced(lost)
}

/** Whether a document may be Latchkey's, judging by its size. */
function isDocument(document: unknown): boolean {
  const values = [{ value: document, depth: 0 }]
  // Iterates over the values added meanwhile, too.
  for (const { value, depth } of values) {
    if (depth > maxDepth) return false
    if (!isObject(value)) continue
    for (const part of Object.values(value)) {
      if (values.push({ value: part, depth: depth + 1 }) > maxValues) return false
    }
  }
  return true
}

type Path = readonly PropertyKey[]

function entryPath(path: Path): Path {
  const index = path.findIndex((key) => typeof key === 'number')
  return index === -1 ? path : path.slice(0, index + 1)
}

/** Removes entries; returns how many there were. */
function removeAll(document: unknown, paths: readonly Path[]): number {
  const lists = new Map<unknown[], Set<number>>()
  let count = 0
  for (const path of paths) {
    const [list, index] = [at(document, path.slice(0, -1)), path.at(-1)]
    if (Array.isArray(list) && typeof index === 'number' && index < list.length) {
      lists.set(list, (lists.get(list) ?? new Set()).add(index))
      count += 1
    } else if (remove(document, path)) count += 1
  }
  // All at once, because each removal moves the items after it.
  for (const [list, indexes] of lists) {
    const kept = list.filter((_, index) => !indexes.has(index))
    list.length = 0
    for (const item of kept) list.push(item)
  }
  return count
}

/** Removes an entry, or its parent if the entry is missing; returns whether anything was removed. */
function remove(document: unknown, path: Path): boolean {
  for (let length = path.length; length > 0; length -= 1) {
    const holder = at(document, path.slice(0, length - 1))
    const key = path[length - 1]!
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
