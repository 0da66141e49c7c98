import type { EditOutcome, UndoOutcome } from '../../../shared/operations/edit-outcome.ts'
import { FailureError } from '../../platform/failure.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import {
  type Difference,
  type RecordFields,
  type IsSameFieldValue,
  threeWay,
} from '../../../shared/rules/three-way.ts'

/** A GitLab object that is edited field by field. */
export interface EditableRecord<Value> {
  read(): Promise<Value>
  /** Sends the fields, and returns the updated object. */
  write(fields: RecordFields, now: Value): Promise<Value>
  /** The object's fields, by their names in requests. */
  fieldsOf(value: Value): RecordFields
  same: IsSameFieldValue
  /** Compares the sent fields with the updated object. */
  compare(sent: RecordFields, after: Value): Difference
  /** Adds fields that must be sent together; absent if all fields are independent. */
  sentTogether?(mine: readonly string[], conflicts: readonly string[]): string[]
}

/** A change to some fields. */
export interface RecordEdit {
  /** The fields as last seen; absent to overwrite any value. */
  base?: RecordFields | undefined
  changes: RecordFields
}

/**
 * Saves fields that were only changed here. Guarantee: rereads the object right before, and sends nothing if someone
 * else changed one of these fields.
 */
export async function saveEdit<Value>(
  record: EditableRecord<Value>,
  edit: RecordEdit,
): Promise<EditOutcome<Value>> {
  const now = await record.read()
  const { mine, theirs, conflicts } = compareVersions(record, edit, now)
  if (conflicts.length > 0) return { outcome: 'conflict', now, conflicts, theirs }
  return { ...(await send(record, pickFields(edit.changes, mine), now)), theirs }
}

/**
 * Restores the old values of fields that haven't changed since they were saved (`base`). Keeps later changes by others.
 */
export async function undoEdit<Value>(
  record: EditableRecord<Value>,
  edit: RecordEdit,
): Promise<UndoOutcome<Value>> {
  const now = await record.read()
  const { mine, theirs, conflicts } = compareVersions(record, edit, now)
  return { ...(await send(record, pickFields(edit.changes, mine), now)), theirs, left: conflicts }
}

function compareVersions<Value>(record: EditableRecord<Value>, edit: RecordEdit, now: Value) {
  const theirs = record.fieldsOf(now)
  const { base = theirs, changes } = edit
  const comparison = threeWay(base, { ...base, ...changes }, theirs, record.same)
  const remainingChanges = comparison.mine.filter((name) => changes[name] !== undefined)
  return {
    mine: record.sentTogether?.(remainingChanges, comparison.conflicts) ?? remainingChanges,
    conflicts: comparison.conflicts,
    // Changes by others can't be detected in fields that were never seen.
    theirs: comparison.theirs.filter((name) => Object.hasOwn(base, name)),
  }
}

async function send<Value>(record: EditableRecord<Value>, fields: RecordFields, now: Value) {
  const sent = Object.keys(fields)
  if (sent.length === 0) return { outcome: 'saved' as const, now, sent, ignored: [] }
  const after = await writeAndConfirm(record, fields, now)
  const { ignored } = record.compare(fields, after)
  return { outcome: 'saved' as const, now: after, sent, ignored }
}

/** Writes fields. If the response is lost, checks the object's current state to see whether the write happened. */
async function writeAndConfirm<Value>(
  record: EditableRecord<Value>,
  fields: RecordFields,
  now: Value,
): Promise<Value> {
  try {
    return await record.write(fields, now)
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const after = await record.read().catch(() => undefined)
    if (after === undefined) throw error
    const { ignored, unseen } = record.compare(fields, after)
    if (ignored.length > 0 || unseen.length > 0) throw error
    return after
  }
}

/** Returns only the fields with these names. */
export function pickFields(fields: RecordFields, names: readonly string[]): RecordFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
