import type { Selection } from '../../../../shared/app/directory.ts'
import type { BulkPreview } from '../../../../shared/app/queue.ts'
import { type ModerationAction, objectionTo } from '../../../../shared/moderation.ts'
import { sliced } from '../../../infra/time/slices.ts'
import type { Owner } from '../owners.ts'
import type { DirectoryUser } from '../../../../shared/moderation.ts'
import { openStates } from '../schema.ts'
import type { Sql } from '../../../infra/sqlite/sql.ts'

/** Who would be acted on, and who is left out with the reason. */
export interface Sorted {
  acts: DirectoryUser[]
  skipped: Map<string, { id: number; username: string }[]>
}

const sampled = 10

/** Sorts people by what the rules say of an action on them, in parts so that nothing else has to wait. */
export async function sorted(
  sql: Sql,
  owner: Owner,
  { action, selection }: { action: ModerationAction; selection: Selection },
  people: Iterable<DirectoryUser>,
  now: number,
): Promise<Sorted> {
  const pause = sliced()
  const queued = new Set<number>()
  for (const targets of queuedTargets(sql, owner)) {
    for (const target of targets) queued.add(target)
    await pause()
  }
  const unseen = new Set(selection.kind === 'people' ? selection.ids : [])
  const acts: DirectoryUser[] = []
  const skipped: Sorted['skipped'] = new Map()
  const skip = (why: string, id: number, username: string) => {
    const known = skipped.get(why) ?? []
    skipped.set(why, known)
    known.push({ id, username })
  }
  const moderator = { id: owner.actor.id, now }
  for (const person of people) {
    unseen.delete(person.id)
    const objection = objectionTo(action, person, moderator)
    if (person.isIncomplete) skip(incomplete, person.id, person.username)
    else if (objection) skip(objection.text, person.id, person.username)
    else if (queued.has(person.id)) skip(alreadyQueued, person.id, person.username)
    else acts.push(person)
    const others = pause()
    if (others) await others
  }
  for (const id of unseen) skip(unknown, id, String(id))
  return { acts, skipped }
}

export function previewOf({ acts, skipped }: Sorted, asOf: number | undefined): BulkPreview {
  const left = [...skipped].map(([why, people]) => ({
    why,
    count: people.length,
    sample: people.slice(0, sampled),
  }))
  return {
    total: acts.length + left.reduce((sum, { count }) => sum + count, 0),
    acts: acts.length,
    sample: acts
      .slice(0, sampled)
      .map(({ id, username, name, state }) => ({ id, username, name, state })),
    skipped: left.sort((a, b) => b.count - a.count),
    asOf,
  }
}

const incomplete = 'Role or state could not be read. Open the user to read it again.'
const alreadyQueued = 'Has an action waiting in the queue already.'
const unknown = 'Is not known here; perhaps the account is gone, or newer than the list.'

const targetsAtOnce = 5_000

/** Whom something is queued for already. */
function* queuedTargets(sql: Sql, owner: Owner): Iterable<number[]> {
  for (let after = 0; ;) {
    const rows = sql.all(
      `SELECT DISTINCT target FROM actions
       WHERE owner = ? AND state IN ${openStates} AND target > ? ORDER BY target LIMIT ${targetsAtOnce}`,
      owner.id,
      after,
    )
    yield rows.map(({ target }) => Number(target))
    if (rows.length < targetsAtOnce) return
    after = Number(rows.at(-1)!['target'])
  }
}
