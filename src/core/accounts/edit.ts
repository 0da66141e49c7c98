import type { EditOutcome, UndoOutcome } from '../../shared/app/edit-outcome.ts'
import { FailureError } from '../infra/failure.ts'
import { mayHaveHappened } from '../../shared/failure.ts'
import { type Difference, type Fields, type SameValue, threeWay } from '../../shared/three-way.ts'

/** An object of the service that is edited by fields. */
export interface Editable<Seen> {
  read(): Promise<Seen>
  /** Sends fields, and returns the object afterwards. */
  write(fields: Fields, now: Seen): Promise<Seen>
  /** Its fields, by the names in requests. */
  fieldsOf(seen: Seen): Fields
  same: SameValue
  /** Compares the sent fields with those of the service. */
  compare(sent: Fields, after: Seen): Difference
  /** Adds fields that must be sent together; absent if each field is independent. */
  sentTogether?(mine: readonly string[], conflicts: readonly string[]): string[]
}

/** A change of some fields. */
export interface Edit {
  /** The fields as last seen; absent to overwrite any value. */
  base?: Fields | undefined
  changes: Fields
}

/**
 * Saves the fields that only we changed. Guarantee: the object is read immediately before, and nothing is sent if somebody else
 * changed one of the same fields.
 */
export async function save<Seen>(thing: Editable<Seen>, edit: Edit): Promise<EditOutcome<Seen>> {
  const now = await thing.read()
  const { mine, theirs, conflicts } = compared(thing, edit, now)
  if (conflicts.length > 0) return { outcome: 'conflict', now, conflicts, theirs }
  return { ...(await send(thing, pick(edit.changes, mine), now)), theirs }
}

/** Restores old values where ours are unchanged; `base` holds what was saved. Later changes by others are kept. */
export async function undo<Seen>(thing: Editable<Seen>, edit: Edit): Promise<UndoOutcome<Seen>> {
  const now = await thing.read()
  const { mine, theirs, conflicts } = compared(thing, edit, now)
  return { ...(await send(thing, pick(edit.changes, mine), now)), theirs, left: conflicts }
}

function compared<Seen>(thing: Editable<Seen>, edit: Edit, now: Seen) {
  const theirs = thing.fieldsOf(now)
  const { base = theirs, changes } = edit
  const found = threeWay(base, { ...base, ...changes }, theirs, thing.same)
  const given = found.mine.filter((name) => changes[name] !== undefined)
  return {
    mine: thing.sentTogether?.(given, found.conflicts) ?? given,
    conflicts: found.conflicts,
    // Changes of fields that were not seen before are unknown.
    theirs: found.theirs.filter((name) => Object.hasOwn(base, name)),
  }
}

async function send<Seen>(thing: Editable<Seen>, fields: Fields, now: Seen) {
  const sent = Object.keys(fields)
  if (sent.length === 0) return { outcome: 'saved' as const, now, sent, ignored: [] }
  const after = await written(thing, fields, now)
  const { ignored } = thing.compare(fields, after)
  return { outcome: 'saved' as const, now: after, sent, ignored }
}

/** Writes fields. If the answer is lost, the current state of the object shows whether it was done. */
async function written<Seen>(thing: Editable<Seen>, fields: Fields, now: Seen): Promise<Seen> {
  try {
    return await thing.write(fields, now)
  } catch (error) {
    if (!(error instanceof FailureError) || !mayHaveHappened(error.failure)) throw error
    const after = await thing.read().catch(() => undefined)
    if (after === undefined) throw error
    const { ignored, unseen } = thing.compare(fields, after)
    if (ignored.length > 0 || unseen.length > 0) throw error
    return after
  }
}

/** The fields with the given names. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
