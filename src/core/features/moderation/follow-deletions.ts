import { moderationRules } from '../../../shared/rules/moderation.ts'
import { type ActionContext, readUser } from './action-context.ts'
import type { Outcome } from './outcome.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Sql } from '../../platform/sqlite/sql.ts'
import type { ActionRow } from './queue-store.ts'

/** Milliseconds between the checks whether a user is gone; a service deletes in the background. */
const pausesMs = [90_000, 10 * 60_000]

/** Follows up accepted deletions of single users, so that the directory does not show deleted users for long. */
export class Deletions {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #timers = new Set<() => void>()

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql
    this.#clock = clock
  }

  /** Checks again later where the outcome is a deletion in progress. */
  follow(actionContext: ActionContext, row: ActionRow, outcome: Outcome, gone: () => void): void {
    const runs =
      outcome.kind === 'done' &&
      moderationRules[row.action].becomes === 'gone' &&
      outcome.after !== 'gone'
    // Thousands are not followed one by one: the next sync of the directory finds them gone.
    if (runs && row.run === undefined) this.#lookLater(actionContext, row, gone, 0)
  }

  close(): void {
    for (const end of this.#timers) end()
  }

  #lookLater(actionContext: ActionContext, row: ActionRow, gone: () => void, tried: number): void {
    const pause = pausesMs[tried]
    if (pause === undefined) return
    const end = this.#clock.after(pause, () => {
      this.#timers.delete(end)
      this.#look(actionContext, row)
        .then((isGone) => (isGone ? gone() : this.#lookLater(actionContext, row, gone, tried + 1)))
        // The deletion was accepted; a failed check changes nothing.
        .catch(() => undefined)
    })
    this.#timers.add(end)
  }

  async #look(actionContext: ActionContext, { id, target }: ActionRow): Promise<boolean> {
    if ((await readUser(actionContext, target.id)) !== 'gone') return false
    this.#sql.run(
      `UPDATE actions SET after = 'gone', failure = NULL WHERE id = ? AND state = 'done'`,
      id,
    )
    return true
  }
}
