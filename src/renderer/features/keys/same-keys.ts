/** A key of this computer, and the other places where it was found. */
export interface FoundKey<Key> {
  key: Key
  /** Names of the other files that hold it. */
  also: string[]
}

/**
 * Joins copies of the same key. The best copy is taken: the one with the highest `rankOf`, and the first of equal ones.
 */
export function foundKeys<Key extends { fingerprint: string; file: string }>(
  keys: readonly Key[],
  rankOf: (key: Key) => number,
): FoundKey<Key>[] {
  const found = new Map<string, Key[]>()
  for (const key of keys) {
    found.set(key.fingerprint, [...(found.get(key.fingerprint) ?? []), key])
  }
  return [...found.values()].map((same) => {
    const [best, ...rest] = same.toSorted((a, b) => rankOf(b) - rankOf(a))
    const others = rest.map(({ file }) => file).filter((file) => file !== best!.file)
    return { key: best!, also: [...new Set(others)] }
  })
}
