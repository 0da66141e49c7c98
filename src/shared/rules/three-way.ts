/** A record's values by field name. */
export type RecordFields = Readonly<Record<string, unknown>>

/** Whether two values of a field are equal. */
export type IsSameFieldValue = (name: string, a: unknown, b: unknown) => boolean

/** How a record differs from the fields that were sent. */
export interface Difference {
  /** Fields for which GitLab has a different value. */
  ignored: string[]
  /** Fields that GitLab never returns, such as a password. */
  unseen: string[]
}

/** The changes to a record edited by several users. */
export interface ThreeWay {
  /** Changed only by me. */
  mine: string[]
  /** Changed only by others. */
  theirs: string[]
  /** Changed by both to different values. */
  conflicts: string[]
}

/**
 * Compares three versions of a record field by field: `base` from when the edit began, `mine` as edited, and `theirs`
 * as it is on the instance now. Omits fields that both changed to the same value.
 */
export function threeWay(
  base: RecordFields,
  mine: RecordFields,
  theirs: RecordFields,
  same: IsSameFieldValue,
): ThreeWay {
  const result: ThreeWay = { mine: [], theirs: [], conflicts: [] }
  for (const name of new Set([base, mine, theirs].flatMap(Object.keys))) {
    const changedByMe = !same(name, mine[name], base[name])
    const changedByOthers = !same(name, theirs[name], base[name])
    if (changedByMe && !changedByOthers) result.mine.push(name)
    else if (changedByOthers && !changedByMe) result.theirs.push(name)
    else if (changedByMe && !same(name, mine[name], theirs[name])) result.conflicts.push(name)
  }
  return result
}
