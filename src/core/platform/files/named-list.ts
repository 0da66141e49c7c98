interface Named {
  id: string
  name: string
}

interface NamedListRules {
  max: number
  nameTaken: (name: string) => Error
  tooMany: () => Error
}

/** A list with one entry saved: in the place of the one with its ID, else at the end. Throws where its name is taken, or the list is full. */
export function withEntry<Entry extends Named>(
  list: readonly Entry[],
  entry: Entry,
  { max, nameTaken, tooMany }: NamedListRules,
): Entry[] {
  const others = list.filter(({ id }) => id !== entry.id)
  const isSame = ({ name }: Named) => name.toLowerCase() === entry.name.toLowerCase()
  if (others.some(isSame)) throw nameTaken(entry.name)
  if (others.length >= max) throw tooMany()
  const isNew = others.length === list.length
  return isNew ? [...list, entry] : list.map((other) => (other.id === entry.id ? entry : other))
}
