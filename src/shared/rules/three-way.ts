/** A record by the names of its fields. */
export type RecordFields = Readonly<Record<string, unknown>>

/** Whether two values of a field are the same. */
export type IsSameFieldValue = (name: string, a: unknown, b: unknown) => boolean

/** The fields of a record that differ from what was sent. */
export interface Difference {
  /** The service has another value. */
  ignored: string[]
  /** The service never shows these, for example a password. */
  unseen: string[]
}

/** The changes to a record that several people edit. */
export interface ThreeWay {
  /** Changed by me alone. */
  mine: string[]
  /** Changed by others alone. */
  theirs: string[]
  /** Changed by both to different values. */
  conflicts: string[]
}

/**
 * Compares three versions of a record by field: `base` is where I began, `mine` is my version, and `theirs` is the one of the
 * service now. Fields that both changed to the same value are left out.
 */
export function threeWay(
  base: RecordFields,
  mine: RecordFields,
  theirs: RecordFields,
  same: IsSameFieldValue,
): ThreeWay {
  const result: ThreeWay = { mine: [], theirs: [], conflicts: [] }
  for (const name of new Set([base, mine, theirs].flatMap(Object.keys))) {
    const iChanged = !same(name, mine[name], base[name])
    const theyChanged = !same(name, theirs[name], base[name])
    if (iChanged && !theyChanged) result.mine.push(name)
    else if (theyChanged && !iChanged) result.theirs.push(name)
    else if (iChanged && !same(name, mine[name], theirs[name])) result.conflicts.push(name)
  }
  return result
}
