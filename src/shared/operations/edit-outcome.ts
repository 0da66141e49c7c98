import { z } from 'zod'

const names = z.array(z.string())

/** The result of a saved edit, with field names as in requests. */
function saved<Record extends z.ZodType>(now: Record) {
  return z.object({
    outcome: z.literal('saved'),
    /** The current record on the instance. */
    now,
    /** Sent fields; empty if nothing had to change. */
    sent: names,
    /** Sent, but ignored by GitLab. */
    ignored: names,
    /** Changed by others since the edit began, and kept. */
    theirs: names,
  })
}

/** The result of an edit. If others changed the same fields meanwhile, nothing was sent. */
export function editOutcome<Record extends z.ZodType>(now: Record) {
  return z.discriminatedUnion('outcome', [
    saved(now),
    z.object({ outcome: z.literal('conflict'), now, conflicts: names, theirs: names }),
  ])
}

/** The result of an undo; `left` lists fields that others changed since and that keep their values. */
export function undoOutcome<Record extends z.ZodType>(now: Record) {
  return saved(now).extend({ left: names })
}

export type EditOutcome<Record> = z.output<ReturnType<typeof editOutcome<z.ZodType<Record>>>>
export type UndoOutcome<Record> = z.output<ReturnType<typeof undoOutcome<z.ZodType<Record>>>>
