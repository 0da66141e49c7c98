interface NamedEntry {
  id: string
  name: string
}

interface NamedListRules {
  max: number
  nameTaken: (name: string) => Error
  tooMany: () => Error
}

/**
 * Saves a list entry: replaces the one with the same ID or else appends it. Throws if its name is in use or the list is
 * full.
 */
export function withEntry<Entry extends NamedEntry>(
  list: readonly Entry[],
  entry: Entry,
  { max, nameTaken, tooMany }: NamedListRules,
): Entry[] {
  const others = list.filter(({ id }) => id !== entry.id)
  const isSame = ({ name }: NamedEntry) => name.toLowerCase() === entry.name.toLowerCase()
  if (others.some(isSame)) throw nameTaken(entry.name)
  if (others.length >= max) throw tooMany()
  const isNew = others.length === list.length
  return isNew ? [...list, entry] : list.map((other) => (other.id === entry.id ? entry : other))
}
