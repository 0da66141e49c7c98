import { isDeletion } from '../../../shared/rules/moderation.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { JobOutcome } from '../../jobs/job-kind.ts'
import {
  type ActionRow,
  deletionMs,
  moderationName,
  recordStalledDeletions,
} from './action-store.ts'
import { type ActionContext, readTargetUser } from './read-user.ts'

/** Pauses (ms) before checking whether a user is gone; GitLab deletes in the background. */
const pausesMs = [90_000, 10 * 60_000, deletionMs]

interface Follow {
  sql: Sql
  /** Called once the user is gone, or should be. */
  changed(): void
}

/** Tracks accepted deletions of individual users, so that the directory soon stops showing them. */
export class Deletions {
  readonly #clock: Clock
  readonly #timers = new Set<() => void>()
  #isClosed = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Checks again later if the deletion is still in progress. */
  follow(actionContext: ActionContext, row: ActionRow, outcome: JobOutcome, follow: Follow): void {
    const runs = outcome.kind === 'done' && isDeletion(row.action) && outcome.after !== 'gone'
    // Tracking thousands of users individually would cost too much; the next directory sync detects that they were deleted.
    if (runs && row.job === undefined) this.#lookLater(actionContext, row, follow, 0)
  }

  close(): void {
    this.#isClosed = true
    for (const endTimer of this.#timers) endTimer()
  }

  #lookLater(actionContext: ActionContext, row: ActionRow, follow: Follow, tried: number): void {
    const pause = pausesMs[tried]
    if (pause === undefined || this.#isClosed) return
    const cancelTimer = this.#clock.after(pause, () => {
      this.#timers.delete(cancelTimer)
      this.#look(actionContext, row, follow)
        .then((isGone) => {
          if (!isGone) this.#lookLater(actionContext, row, follow, tried + 1)
        })
        // GitLab accepted the deletion, so a failed check changes nothing.
        .catch(() => undefined)
    })
    this.#timers.add(cancelTimer)
  }

  async #look(
    actionContext: ActionContext,
    { id, target }: ActionRow,
    { sql, changed }: Follow,
  ): Promise<boolean> {
    const isGone = (await readTargetUser(actionContext, target.id)) === 'gone'
    if (isGone)
      sql.run(`UPDATE items SET after = 'gone', failure = NULL WHERE id = ? AND state = 'done'`, id)
    else recordStalledDeletions({ sql, kind: moderationName }, [target.id], this.#clock.now())
    changed()
    return isGone
  }
}
