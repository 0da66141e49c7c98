import { z } from 'zod'

const names = z.array(z.string())

/** What became of an edit that the service has. Fields are called by the names in which they are sent. */
function saved<Record extends z.ZodType>(now: Record) {
  return z.object({
    outcome: z.literal('saved'),
    /** What the service has afterwards. */
    now,
    /** Sent; nothing where the service had all of it already. */
    sent: names,
    /** Sent, and not taken over by the service. */
    ignored: names,
    /** Changed by others since the edit began, and left as they are. */
    theirs: names,
  })
}

/** What became of an edit. Where others changed the same fields meanwhile, nothing was sent. */
export function editOutcome<Record extends z.ZodType>(now: Record) {
  return z.discriminatedUnion('outcome', [
    saved(now),
    z.object({ outcome: z.literal('conflict'), now, conflicts: names, theirs: names }),
  ])
}

/** What became of an undo; `left` names what others changed since, which stays as it is. */
export function undoOutcome<Record extends z.ZodType>(now: Record) {
  return saved(now).extend({ left: names })
}

export type EditOutcome<Record> = z.output<ReturnType<typeof editOutcome<z.ZodType<Record>>>>
export type UndoOutcome<Record> = z.output<ReturnType<typeof undoOutcome<z.ZodType<Record>>>>
