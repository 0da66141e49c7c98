import { z } from 'zod'

const names = z.lazy(() => z.array(z.string()))

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
    /** Fields that others have changed since the edit began, with their values kept. */
    theirs: names,
  })
}

/** The result of an edit. Nothing is sent if others have changed the same fields since the edit began. */
export function editOutcome<Record extends z.ZodType>(now: Record) {
  return z.discriminatedUnion('outcome', [
    saved(now),
    z.object({ outcome: z.literal('conflict'), now, conflicts: names, theirs: names }),
  ])
}

/** The result of an undo. `left` lists fields that others have changed since; their values are kept. */
export function undoOutcome<Record extends z.ZodType>(now: Record) {
  return saved(now).extend({ left: names })
}

export type EditOutcome<Record> = z.output<ReturnType<typeof editOutcome<z.ZodType<Record>>>>
export type UndoOutcome<Record> = z.output<ReturnType<typeof undoOutcome<z.ZodType<Record>>>>
