import { parseLimited } from './value-limits.ts'

/** How many bytes a part has at least. V8 allocates fresh memory for text of more than 128 KiB, which is slow. */
const partLength = 40_000
/** Strings can't contain it, because JSON escapes their quotes. */
const betweenEntries = Buffer.from('},{"id":')

/** Divides the JSON of a list of objects into lists of some of them. Yields nothing for a short list. */
export function* divideList(
  body: Uint8Array,
  decode: (part: Uint8Array) => string,
  least = partLength,
): Generator<string> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  for (let from = 0, end; end !== -1; from = end + 2) {
    end = bytes.indexOf(betweenEntries, from + least)
    if (end === -1 && from === 0) return
    const text = decode(end === -1 ? bytes.subarray(from) : bytes.subarray(from, end + 1))
    yield `${from === 0 ? '' : '['}${text}${end === -1 ? '' : ']'}`
  }
}

/**
 * Parses a divided list. Undefined if there are no parts, one can't be parsed because it was cut inside an entry, or all
 * together exceed the limits.
 */
export function parseParts(parts: Iterable<string>, maxValues: number): unknown[] | undefined {
  const entries: unknown[] = []
  let remaining = maxValues
  for (const text of parts) {
    const part = parseLimited(text, remaining)
    if (!('value' in part) || !Array.isArray(part.value)) return undefined
    for (const entry of part.value as unknown[]) entries.push(entry)
    // The list itself counts once.
    remaining = part.remaining + 1
  }
  return entries.length > 0 ? entries : undefined
}
