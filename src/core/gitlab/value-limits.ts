/** Why text isn't parsed. */
export type JsonProblem = 'broken' | 'too-many' | 'too-deep'

/** Far above any real response or input; deeper values could overflow the stack in recursive functions. */
const maxDepth = 64

/** Parses JSON with a limited number of values and levels, because more would block the event loop. */
export function parseLimited(
  text: string,
  maxValues: number,
): { value: unknown; remaining: number } | { problem: JsonProblem } {
  // A value takes at least two characters, so most strings need no check before they are parsed.
  const excess = text.length > 2 * maxValues ? excessOf(text, maxValues) : undefined
  // guard: answer-values
  if (excess) return { problem: excess }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: 'broken' }
  }
  const remaining = countRemaining(value, maxValues, maxDepth)
  if (remaining >= 0) return { value, remaining }
  return { problem: remaining === tooDeep ? 'too-deep' : 'too-many' }
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [opening, closing] = [new Set([0x5b, 0x7b]), new Set([0x5d, 0x7d])]

/** Counts the commas and levels outside strings. */
function excessOf(text: string, max: number): JsonProblem | undefined {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === comma && (values += 1) > max) return 'too-many'
    // guard: text-depth
    if (opening.has(code) && (depth += 1) > maxDepth) return 'too-deep'
    if (closing.has(code)) depth -= 1
    if (code !== quote) continue
    for (at += 1; at < text.length && text.charCodeAt(at) !== quote; at += 1) {
      if (text.charCodeAt(at) === backslash) at += 1
    }
  }
  return undefined
}

/** Whether a value has more than `maxValues` values or is nested too deeply. */
export function exceedsLimits(value: unknown, maxValues: number): boolean {
  return countRemaining(value, maxValues, maxDepth) < 0
}

const tooDeep = -Infinity

/** The remaining number of allowed values; negative if there are too many or they are nested too deeply. */
function countRemaining(value: unknown, allowed: number, levels: number): number {
  if (typeof value !== 'object' || value === null) return allowed - 1
  // guard: answer-depth
  if (levels === 0) return tooDeep
  let remaining = allowed - 1
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && remaining >= 0; index += 1) {
      remaining = countRemaining(value[index], remaining, levels - 1)
    }
    return remaining
  }
  for (const name in value) {
    remaining = countRemaining((value as Record<string, unknown>)[name], remaining, levels - 1)
    if (remaining < 0) return remaining
  }
  return remaining
}
