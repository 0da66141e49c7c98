import { z } from 'zod'

const names = z.array(z.string())

/** The result of a saved edit, with field names as in requests. */
function saved<Record extends z.ZodType>(now: Record) {
  return z.object({
    outcome: z.literal('saved'),
    /** The current record on the instance. */
    now,
    /** The fields sent; empty if there were no changes. */
    sent: names,
    /** Sent, but ignored by GitLab. */
    ignored: names,
    /** Fields changed by others since the edit began, which were kept. */
    theirs: names,
  })
}

/** The result of an edit. If others changed the same fields in the meantime, nothing was sent. */
export function editOutcome<Record extends z.ZodType>(now: Record) {
  return z.discriminatedUnion('outcome', [
    saved(now),
    z.object({ outcome: z.literal('conflict'), now, conflicts: names, theirs: names }),
  ])
}

/** The result of an undo; `left` lists fields changed by others since then, which are kept. */
export function undoOutcome<Record extends z.ZodType>(now: Record) {
  return saved(now).extend({ left: names })
}

export type EditOutcome<Record> = z.output<ReturnType<typeof editOutcome<z.ZodType<Record>>>>
export type UndoOutcome<Record> = z.output<ReturnType<typeof undoOutcome<z.ZodType<Record>>>>
