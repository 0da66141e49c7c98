import type { SpamReason } from '../../../shared/rules/spam.ts'
import type { Directory } from './directory.ts'
import type { SpamFilter, SpamMarks } from './spam-sweep.ts'

/** A page of the users who may be spam, each with the reasons. */
export function sweepSpam(
  directory: Directory,
  account: string,
  { offset, limit, ...filter }: SpamFilter & { offset: number; limit: number },
  marks: SpamMarks,
) {
  const { sweep, rows, unknown, state } = directory.copies.use(account, (own) => {
    const sweep = own.spamSweep.list(filter, marks)
    const ids = sweep.candidates.slice(offset, offset + limit).map(({ id }) => id)
    return { sweep, rows: own.rows(ids), unknown: own.spamSweep.unknown(), state: own.state() }
  })
  const reasonsOf = new Map(sweep.candidates.map(({ id, reasons }) => [id, reasons]))
  const linkOf = new Map(rows.map(({ id, profile_link }) => [id, profile_link]))
  const entries = directory.entries(
    account,
    rows.map(({ id }) => id),
  )
  return {
    items: entries.map((user) => {
      const reasons: SpamReason[] = reasonsOf.get(user.id) ?? []
      const [link, burst] = [linkOf.get(user.id), sweep.bursts.get(user.id)]
      return { user, reasons, ...(link && { link }), ...(burst && { burst }) }
    }),
    total: sweep.candidates.length,
    counts: sweep.counts,
    marked: marks.marked.size,
    unknown,
    state,
  }
}
