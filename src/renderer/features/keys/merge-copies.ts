/** A key of this computer, and the other places where it was found. */
export interface MergedKey<Key> {
  key: Key
  /** Names of the other files that hold it. */
  otherFiles: string[]
  /** All copies, the used one included. */
  copies: Key[]
}

/**
 * Merges copies of the same key. The best copy is used: the one with the highest `rank`, and the first of equal ones.
 */
export function mergeCopies<Key extends { fingerprint: string; file: string }>(
  keys: readonly Key[],
  rank: (key: Key) => number,
): MergedKey<Key>[] {
  const found = new Map<string, Key[]>()
  for (const key of keys) {
    found.set(key.fingerprint, [...(found.get(key.fingerprint) ?? []), key])
  }
  return [...found.values()].map((same) => {
    const [best, ...rest] = same.toSorted((a, b) => rank(b) - rank(a))
    const others = rest.map(({ file }) => file).filter((file) => file !== best!.file)
    return { key: best!, otherFiles: [...new Set(others)], copies: same }
  })
}
