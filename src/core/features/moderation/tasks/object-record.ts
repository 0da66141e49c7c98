import { z } from 'zod'
import type { Text } from '../../../../shared/messages/message.ts'
import {
  type RemovedObjects,
  UserObject,
  leftReasons,
  objectProblems,
} from '../../../../shared/operations/jobs.ts'
import type { JobItem } from '../../../jobs/job-kind.ts'
import { textOf } from '../../../platform/messages.ts'

const LeftObject = UserObject.extend({
  reason: z.enum(leftReasons),
  answer: z.custom<Text>((value) => typeof value === 'string' || typeof value === 'object'),
})
export type LeftObject = z.output<typeof LeftObject>

/** The stored results of all attempts at a step. */
const ObjectRecord = z.object({
  before: z.array(UserObject),
  removed: z.array(UserObject),
  left: z.array(LeftObject),
  isListed: z.boolean().optional(),
  problem: z.enum(objectProblems).optional(),
})
type ObjectRecord = z.output<typeof ObjectRecord>

/** The results of a single attempt. */
interface Findings {
  before?: readonly UserObject[]
  removed?: readonly UserObject[]
  left?: readonly LeftObject[]
  /** Whether the entire list was read after the last removal. */
  isListed?: boolean
  problem?: ObjectRecord['problem']
}

/** Adds an attempt to the record of earlier ones. The remaining objects are those from the last attempt. */
export function addToRecord(
  result: unknown,
  { before = [], removed = [], left = [], isListed = false, problem }: Findings,
): ObjectRecord {
  const earlier = ObjectRecord.safeParse(result).data ?? { before: [], removed: [] }
  return {
    before: [...earlier.before, ...without(before, earlier.before)],
    removed: without([...earlier.removed, ...without(removed, earlier.removed)], left),
    left: [...left],
    ...(isListed && { isListed }),
    ...(problem && { problem }),
  }
}

/**
 * An item's record with formatted messages; undefined if it has none. Objects that will be retried may have been removed
 * since they were listed.
 */
export function removedObjectsOf({ state, result }: JobItem): RemovedObjects | undefined {
  const record = ObjectRecord.safeParse(result).data
  if (!record) return undefined
  const { isListed, ...known } = record
  const hasEnded = state === 'done' || state === 'refused'
  return { ...known, left: record.left.map(toWords), ...(isListed && hasEnded && { isListed }) }
}

function toWords({ answer, ...object }: LeftObject): RemovedObjects['left'][number] {
  return { ...object, text: textOf(answer) }
}

/** Compares the type too: a group and a project may have the same ID. */
export function isSame(a: UserObject, b: UserObject): boolean {
  return a.id === b.id && a.type === b.type
}

export function without<Item extends UserObject>(
  objects: readonly Item[],
  others: readonly UserObject[],
): Item[] {
  return objects.filter((object) => !others.some((other) => isSame(object, other)))
}
