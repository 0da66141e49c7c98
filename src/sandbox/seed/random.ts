import { createHash, createHmac } from 'node:crypto'

/** Random numbers that are reproducible from a seed. */
export interface Random {
  /** An integer from 0 up to, but not including, `limit`. */
  below(limit: number): number
  pick<T>(choices: readonly T[]): T
  /** Returns true with this probability. */
  chance(probability: number): boolean
}

export function createRandom(seed: string): Random {
  let state = createHash('sha256').update(seed).digest().readUInt32LE()

  // mulberry32: small, fast, and uniform enough for random users.
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (choices) => choices[below(choices.length)]!,
    chance: (probability) => next() < probability,
  }
}

/** A token in GitLab's format. The same seed and purpose yield the same token. */
export function tokenSecret(seed: string, purpose: string): string {
  return `glpat-${createHmac('sha256', seed).update(purpose).digest('base64url').slice(0, 24)}`
}
