/** The outcome of a part of a run. `left` is the part that has no outcome yet. */
export type RunPart =
  | 'done'
  | 'already'
  | 'refused'
  | 'conflict'
  | 'incomplete'
  | 'gone'
  | 'unknown'
  | 'expired'
  | 'cancelled'
  | 'scheduled'
  | 'left'

export interface RunSum {
  part: RunPart
  count: number
}

/**
 * A run's parts with their counts, which add up to its total. The first part is always included, and the others only if
 * they aren't empty.
 */
function sumsOf(total: number, counts: Partial<Record<RunPart, number>>): RunSum[] {
  const sums = Object.entries(counts).map(([part, count]) => ({ part: part as RunPart, count }))
  const remaining = sums.reduce((rest, { count }) => rest - count, total)
  return [...sums, { part: 'left' as const, count: remaining }].filter(
    ({ count }, index) => index === 0 || count !== 0,
  )
}

/** The number of parts in each state. */
type Counts<State extends string> = Readonly<Partial<Record<State, number>>>

interface RunCounts {
  total: number
  counts: Counts<RunPart>
  /** How many of `done` were already in the requested state. */
  already: number
  /** How many of `done` are incomplete. */
  incomplete?: number | undefined
}

export function runSums({ total, counts, already, incomplete = 0 }: RunCounts): RunSum[] {
  const { done = 0, refused = 0, conflict = 0, unknown = 0 } = counts
  const { expired = 0, cancelled = 0, scheduled = 0 } = counts
  const otherCounts = { incomplete, refused, conflict, unknown, expired, cancelled, scheduled }
  return sumsOf(total, { done: done - already - incomplete, already, ...otherCounts })
}

/** A run's initiator, times, and reason. */
export interface RunFacts {
  id: number
  /** The username of its initiator. */
  actor: string
  reason?: string | undefined
  created: number
  /** When the first request was sent, and the last one so far was answered. */
  firstRequest?: number | undefined
  lastAnswer?: number | undefined
  /** When its last item ended; absent until then. */
  ended?: number | undefined
}

/** When a run's first request was sent and, once it has ended, its last one was answered, and the time between (ms). */
export function runTimes({ firstRequest, lastAnswer, ended: isEnded }: RunFacts) {
  const ended = isEnded === undefined ? undefined : lastAnswer
  const isSent = firstRequest !== undefined && ended !== undefined
  return { started: firstRequest, ended, duration: isSent ? ended - firstRequest : undefined }
}

/**
 * The facts about a run in an export. `started_at` and `ended_at` are the times of its requests; it was closed once nothing
 * was left to send or to decide, for example because the rest was canceled.
 */
export function describeRun(run: RunFacts & { total: number }, sums: readonly RunSum[]) {
  const isUndecided = sums.some(({ part, count }) => part === 'conflict' && count > 0)
  const { started, ended, duration } = runTimes(run)
  return {
    run: run.id,
    actor: run.actor,
    reason: run.reason ?? null,
    queued_at: toIso(run.created),
    started_at: toIso(started),
    ended_at: toIso(ended),
    closed_at: isUndecided ? null : toIso(run.ended),
    duration_seconds: duration === undefined ? null : duration / 1000,
    total: run.total,
    counts: Object.fromEntries(sums.map(({ part, count }) => [part, count])),
  }
}

function toIso(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString()
}
