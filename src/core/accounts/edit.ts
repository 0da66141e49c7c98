import type { EditOutcome, UndoOutcome } from '../../shared/app/edit-outcome.ts'
import { FailureError } from '../infra/failure.ts'
import { mayHaveHappened } from '../../shared/failure.ts'
import { type Difference, type Fields, type SameValue, threeWay } from '../../shared/three-way.ts'

/** Something of the service that is edited field by field. */
export interface Editable<Seen> {
  read(): Promise<Seen>
  /** Sends fields, and answers what the service has afterwards. */
  write(fields: Fields, now: Seen): Promise<Seen>
  /** Its fields, by the names in which they are sent. */
  fieldsOf(seen: Seen): Fields
  same: SameValue
  /** Looks whether what was sent is what the service has. */
  compare(sent: Fields, after: Seen): Difference
  /** Fields that are sent only with others; nothing where each counts for itself. */
  sentTogether?(mine: readonly string[], conflicts: readonly string[]): string[]
}

/** A change of some fields. */
export interface Edit {
  /** The fields as they were seen before; absent where whatever is there is meant. */
  base?: Fields | undefined
  changes: Fields
}

/**
 * Saves what only we changed. Promise: the record is read immediately before, and nothing is sent while a field that we
 * changed was changed by somebody else too.
 */
export async function save<Seen>(thing: Editable<Seen>, edit: Edit): Promise<EditOutcome<Seen>> {
  const now = await thing.read()
  const { mine, theirs, conflicts } = compared(thing, edit, now)
  if (conflicts.length > 0) return { outcome: 'conflict', now, conflicts, theirs }
  return { ...(await send(thing, pick(edit.changes, mine), now)), theirs }
}

/** Brings old values back where ours are still there; `base` holds what was saved. What others changed since is left. */
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
    // Of what was not seen before nobody can tell whether it changed.
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

/** Where the answer was lost, what the service has now tells whether it was done. */
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

/** Those of the fields that have these names. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}
