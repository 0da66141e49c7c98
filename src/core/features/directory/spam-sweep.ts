import { type SpamReason, manyDigits, spamReasons } from '../../../shared/rules/spam.ts'
import { isHuman } from '../user-conditions.ts'
import type { DirectoryStore } from './directory-store.ts'

export interface SpamFilter {
  /** Reasons that must all apply. */
  reasons: readonly SpamReason[]
  /** Minimum number of reasons. */
  least: number
  /** How many days ago a user may have signed up; null for no limit. */
  maxAgeDays: number | null
  /** How many sign-ups from one domain within a day make a burst. */
  burst: number
}

/** Users marked “Not spam”, and whether to list these instead of the others. */
export interface SpamMarks {
  marked: ReadonlySet<number>
  areShown: boolean
  /** Users created on this computer, who are never listed. Some services don't report who created a user. */
  created: readonly number[]
}

export interface Burst {
  domain: string
  /** The most sign-ups within a day. */
  count: number
}

interface Candidate {
  id: number
  reasons: SpamReason[]
}

interface Sweep {
  candidates: Candidate[]
  bursts: ReadonlyMap<number, Burst>
}

interface SweepList extends Sweep {
  /** How many users there are to look at, and how many of them have each reason. */
  counts: Record<SpamReason | 'all', number>
}

const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000

/** How many active users make a domain look legitimate. */
const establishedUsers = 10

/**
 * Users who have signed up themselves since a certain time, and can still sign in or are awaiting approval. Anyone whom
 * an administrator has approved since isn't listed. Parameters: `SignUps`.
 */
const mayBeSpam = `
  ${isHuman} AND approved_on IS NULL AND coalesce(is_admin, 0) = 0 AND coalesce(created_by_admin, 0) = 0
  AND state IN ('active', 'blocked_pending_approval') AND coalesce(created_at, '9') >= ?
  AND id NOT IN (SELECT value FROM json_each(?))`
/** The time, and the IDs of users created on this computer as a JSON list. */
type SignUps = readonly [since: string, created: string]

const domain = `substr(email_key, instr(email_key, '@') + 1)`

const digits = `(length(username) - length(${[...'0123456789'].reduce(
  (text, digit) => `replace(${text}, '${digit}', '')`,
  'username',
)}))`

const conditions: Record<Exclude<SpamReason, 'burst'>, string> = {
  neverSignedIn: 'last_sign_in_at IS NULL',
  unconfirmed: 'confirmed = 0',
  link: `profile_link <> ''`,
  digits: `${digits} >= ${manyDigits} AND ${digits} * 3 >= length(username)`,
}

/** Searches the copy for possible spam users. Only reports reasons and takes no action. */
export class SpamSweep {
  readonly #copy: DirectoryStore
  readonly #now: () => number
  #last: { key: string; sweep: Sweep } | undefined

  constructor(copy: DirectoryStore, now: () => number) {
    this.#copy = copy
    this.#now = now
  }

  /** Possible spam users with the most reasons first, then newest first. */
  list(filter: SpamFilter, { marked, areShown, created }: SpamMarks): SweepList {
    const sweep = this.#sweep(filter, JSON.stringify(created))
    const unmarked = sweep.candidates.filter(
      ({ id, reasons }) => !marked.has(id) && reasons.length >= filter.least,
    )
    const counts = { all: unmarked.length } as SweepList['counts']
    for (const reason of spamReasons) {
      counts[reason] = unmarked.filter(({ reasons }) => reasons.includes(reason)).length
    }
    const shown = areShown ? sweep.candidates.filter(({ id }) => marked.has(id)) : unmarked
    const candidates = shown.filter(({ reasons }) =>
      filter.reasons.every((reason) => reasons.includes(reason)),
    )
    return { ...sweep, candidates, counts }
  }

  ids(filter: SpamFilter, marks: SpamMarks): number[] {
    return this.list(filter, marks).candidates.map(({ id }) => id)
  }

  /** Reasons that can't be checked because the service's list lacks the fields. */
  unknown(): SpamReason[] {
    const [knownFields] = this.#copy.select<
      Record<'unconfirmed' | 'link' | 'neverSignedIn', number>
    >(
      `SELECT count(confirmed) AS unconfirmed, count(profile_link) AS link,
         count(last_sign_in_at) AS neverSignedIn FROM users`,
    )
    return spamReasons.filter(
      (reason) => knownFields && reason in knownFields && !knownFields[reason as 'link'],
    )
  }

  #sweep({ burst, maxAgeDays }: SpamFilter, created: string): Sweep {
    const hour = Math.floor(this.#now() / hourMs) * hourMs
    const since = maxAgeDays === null ? '' : new Date(hour - maxAgeDays * dayMs).toISOString()
    const key = `${this.#copy.version} ${burst} ${since} ${created}`
    if (this.#last?.key !== key) this.#last = { key, sweep: this.#find(burst, [since, created]) }
    return this.#last.sweep
  }

  #find(burst: number, signUps: SignUps): Sweep {
    const bursts = this.#bursts(burst, signUps)
    const reasonsById = new Map<number, SpamReason[]>()
    for (const reason of spamReasons) {
      const ids =
        reason === 'burst' ? [...bursts.keys()] : this.#idsWhere(conditions[reason], signUps)
      for (const id of ids) {
        const existing = reasonsById.get(id)
        if (existing) existing.push(reason)
        else reasonsById.set(id, [reason])
      }
    }
    const candidates = [...reasonsById]
      .map(([id, reasons]) => ({ id, reasons }))
      .sort((a, b) => b.reasons.length - a.reasons.length || b.id - a.id)
    return { candidates, bursts }
  }

  #idsWhere(condition: string, signUps: SignUps): number[] {
    return this.#copy
      .select<{ id: number }>(
        `SELECT id FROM users WHERE ${mayBeSpam} AND ${condition}`,
        ...signUps,
      )
      .map(({ id }) => id)
  }

  /**
   * Users from all 24-hour windows with at least this many sign-ups from one domain. Overlapping windows form a single
   * burst. A domain with many users who have confirmed their email and signed in belongs to a company or a public
   * provider.
   */
  #bursts(atLeast: number, signUps: SignUps): Map<number, Burst> {
    const users = this.#copy.select<{ id: number; domain: string; created: number }>(
      `SELECT id, ${domain} AS domain, unixepoch(created_at) * 1000 AS created
       FROM users WHERE ${mayBeSpam} AND email_key LIKE '%@%' AND created_at IS NOT NULL
         AND ${domain} NOT IN (
           SELECT ${domain} FROM users
           WHERE state = 'active' AND coalesce(confirmed, 1) = 1 AND last_sign_in_at IS NOT NULL
           GROUP BY 1 HAVING count(*) >= ${establishedUsers})
       ORDER BY domain, created_at`,
      ...signUps,
    )
    const bursts = new Map<number, Burst>()
    let run: { from: number; to: number; burst: Burst } | undefined
    const endRun = () => {
      for (const { id } of run ? users.slice(run.from, run.to + 1) : []) bursts.set(id, run!.burst)
    }
    let first = 0
    for (const [last, { domain, created }] of users.entries()) {
      while (users[first]!.domain !== domain || created - users[first]!.created > dayMs) first += 1
      const count = last - first + 1
      if (count < atLeast) continue
      if (run && first <= run.to) {
        run.to = last
        run.burst.count = Math.max(run.burst.count, count)
      } else {
        endRun()
        run = { from: first, to: last, burst: { domain, count } }
      }
    }
    endRun()
    return bursts
  }
}
