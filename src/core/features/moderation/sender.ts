import type { Failure } from '../../infra/failure.ts'
import { isDeletion } from '../../../shared/moderation.ts'
import { readOnlyFailure } from '../../../shared/read-only-token.ts'
import { Deletions } from './deletions.ts'
import { administratorsOnly, concernsAccount, stopsAccount } from './failures.ts'
import { backoff } from '../../infra/time/backoff.ts'
import { AccountThrottle } from './account-throttle.ts'
import type { ActionContext } from './action-context.ts'
import { moderate } from './moderate.ts'
import type { Outcome } from './outcome.ts'
import type { Owner, Owners } from './owners.ts'
import { applyElapsedTime, nextMoment, dequeue } from './dequeue.ts'
import { RateLimits } from './rate-limit.ts'
import type { QueuePorts } from './ports.ts'
import { reconcile } from './reconcile.ts'
import { type ActionRow, rowOf } from './rows.ts'
import { recordOutcome } from './record-outcome.ts'
import type { Sql } from '../../infra/sqlite/sql.ts'

export interface SenderPorts extends QueuePorts {
  sql: Sql
  owners: Owners
  /** Called with every user about whom something moved, or with nobody where that is not known. */
  moved(owner: Owner, targets: readonly number[]): void
}

/** After a write to the disk that failed. */
const diskPauseMs = 5_000
/** Longer than that no timer counts. */
const longestTimerMs = 24 * 60 * 60_000

const ofNoStoppedRun = `NOT EXISTS (
  SELECT 1 FROM runs WHERE runs.id = actions.run AND runs.state <> 'running')`

/**
 * Sends what is queued: on each person one action after the other, side by side as many as the settings allow for each
 * instance. Wakes when something may have become possible, and never polls.
 */
export class Sender {
  readonly #ports: SenderPorts
  readonly #deletions: Deletions
  readonly #throttles = new Map<number, AccountThrottle>()
  /** What is under way, by the row's id. */
  readonly #inFlight = new Map<number, { owner: Owner; done: Promise<void> }>()
  readonly #unfollow: () => void
  /** How often each row failed since its owner's way was last said to be free: others are tried before it. */
  readonly #failed = new Map<number, number>()
  /** Rows that were sent, and whose end could not be written down. */
  readonly #unwritten = new Set<number>()
  /** Owners of whom nothing is taken up just now. */
  readonly #suspended = new Set<number>()
  #isAwake = false
  #isClosed = false
  #diskUntil = 0
  #cancelTimer: (() => void) | undefined
  /** When the timer looks again, in milliseconds since 1970. */
  #armedFor = Infinity

  constructor(ports: SenderPorts) {
    this.#ports = ports
    this.#deletions = new Deletions(ports.sql, ports.clock)
    this.#unfollow = ports.lanes.follow(() => this.wake())
  }

  /** Looks, as soon as what runs now has ended, whether there is something to do. */
  wake(): void {
    if (this.#isAwake || this.#isClosed) return
    this.#isAwake = true
    setImmediate(() => {
      this.#isAwake = false
      this.#round()
    })
  }

  /** Looks at this moment, in milliseconds since 1970, at the latest. */
  wakeAt(moment: number): void {
    // Of a clock that was set forward the timer knows nothing.
    if (this.#armedFor <= this.#ports.clock.now()) this.wake()
    if (this.#isAwake || this.#isClosed || moment >= this.#armedFor) return
    this.#cancelTimer?.()
    this.#armTimer(moment)
  }

  /** The way to an account's instance may be free again, or its token another one. */
  resume(owner: Owner): void {
    this.#throttle(owner).resume()
    // What comes first is sent first again, however often it was tried in vain.
    this.#failed.clear()
    this.wake()
  }

  /** Sends one action whatever pause the service asked for; its answer decides how it goes on. */
  probe(owner: Owner): void {
    this.#throttle(owner).forgetRateLimit()
    this.resume(owner)
  }

  /** Why an owner's actions do not move just now. */
  waiting(owner: Owner): Failure | undefined {
    if (!owner.isAdmin) return administratorsOnly
    if (owner.isReadOnly) return readOnlyFailure
    return this.#throttle(owner).waiting(this.#ports.clock.now())
  }

  /** Sends nothing of an owner until the work is done. */
  async suspended<T>(owner: Owner, work: () => Promise<T>): Promise<T> {
    this.#suspended.add(owner.id)
    try {
      return await work()
    } finally {
      this.#suspended.delete(owner.id)
      this.wake()
    }
  }

  /** Whether a row is being sent or looked at just now. */
  isInFlight(id: number): boolean {
    return this.#inFlight.has(id)
  }

  /** Takes up nothing new, and waits for what is under way, but not for longer than so many milliseconds. */
  async close(patienceMs: number): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer?.()
    this.#unfollow()
    this.#deletions.close()
    const all = Promise.all([...this.#inFlight.values()].map(({ done }) => done))
    let cancel: (() => void) | undefined
    const patience = new Promise<void>((resolve) => {
      cancel = this.#ports.clock.after(patienceMs, resolve)
    })
    await Promise.race([all, patience])
    cancel?.()
  }

  #round(): void {
    if (this.#isClosed) return
    this.#cancelTimer?.()
    // The clock may have been set back since.
    this.#diskUntil = Math.min(this.#diskUntil, this.#ports.clock.now() + diskPauseMs)
    const moments: number[] = []
    try {
      this.#writeUnwritten()
      for (const owner of this.#ports.owners.signedIn()) moments.push(this.#roundOf(owner))
    } catch (error) {
      this.#diskFailed(error)
      moments.push(this.#diskUntil)
    }
    this.#armTimer(Math.max(Math.min(Infinity, ...moments), this.#diskUntil))
  }

  /** Looks again at this moment, also where it has passed while the round ran. */
  #armTimer(moment: number): void {
    this.#armedFor = moment
    if (moment === Infinity) return
    const wait = Math.max(1, Math.min(moment - this.#ports.clock.now(), longestTimerMs))
    this.#cancelTimer = this.#ports.clock.after(wait, () => this.wake())
  }

  /** Takes up what an owner may send now; returns when to look again, in milliseconds since 1970. */
  #roundOf(owner: Owner): number {
    const { sql, clock, moved } = this.#ports
    const now = clock.now()
    if (this.#diskUntil > now) return this.#diskUntil
    if (applyElapsedTime(sql, owner.id, now)) {
      moved(owner, [])
      // More may be due than is moved on at once.
      this.wake()
    }
    const throttle = this.#throttle(owner)
    const isStopped = this.#isStopped(owner)
    const hasRights = owner.isAdmin && !owner.isReadOnly
    const isOpen = hasRights && !isStopped && throttle.retryAt(now) <= now
    if (isOpen) {
      const free = this.#free(owner, throttle)
      const isTaken = ({ id }: ActionRow) => this.#inFlight.has(id)
      const failed = ({ id }: ActionRow) => this.#failed.get(id) ?? 0
      const rows = free > 0 ? dequeue(sql, owner.id, free, { isTaken, failed, now }) : []
      for (const row of rows) this.#start(owner, row)
    }
    const moment = nextMoment(sql, owner.id, now) ?? Infinity
    if (throttle.retryAt(now) <= now || !hasRights) return moment
    return Math.min(moment, throttle.retryAt(now))
  }

  #free({ id, baseUrl }: Owner, throttle: AccountThrottle): number {
    const { lanes, settings } = this.#ports
    const free = settings().requestsAtOnce - lanes.taken(baseUrl)
    if (!throttle.isAlone) return free
    const others = [...this.#inFlight.values()]
    return others.some(({ owner }) => owner.id === id) ? 0 : Math.min(free, 1)
  }

  #start(owner: Owner, row: ActionRow): void {
    const free = this.#ports.lanes.take(owner.baseUrl)
    const done = this.#try(owner, row)
      .catch((error: unknown) => {
        // Of what was sent, only the person's state tells now what became of it.
        this.#unwritten.add(row.id)
        if (!this.#isClosed) this.#diskFailed(error)
      })
      .finally(() => {
        this.#inFlight.delete(row.id)
        // Wakes whoever is waiting for it, this queue too.
        free()
        if (!this.#isClosed) this.#ports.moved(owner, [row.target.id])
      })
    this.#inFlight.set(row.id, { owner, done })
  }

  async #try(owner: Owner, row: ActionRow): Promise<void> {
    const { generation } = this.#throttle(owner)
    const actionContext = this.#actionContext(owner, row)
    const outcome =
      row.state === 'unknown'
        ? await reconcile(actionContext, row)
        : await moderate(actionContext, row, async (before) => {
            await this.#rateLimits(owner).waitIfShort()
            return this.#commit(owner, row, before)
          })
    this.#recordOutcome(owner, row, outcome, generation)
    // The service deletes in its own time; here they are gone at once.
    if (outcome.kind === 'done' && isDeletion(row.action)) actionContext.gone(row.target.id)
    const gone = () => this.#ports.moved(owner, [row.target.id])
    if (!this.#isClosed) this.#deletions.follow(actionContext, row, outcome, gone)
  }

  /** On disk before the first byte leaves; false where it was taken back, or the account is not the same any more. */
  #commit(owner: Owner, row: ActionRow, before: string): boolean {
    const { sql, moved } = this.#ports
    // Asked for a pause since it was looked at: looked at again after it, and nothing is written down twice for that.
    if (!this.#mayAct(owner) || this.#rateLimits(owner).current()) return false
    const { changes } = sql.run(
      `UPDATE actions SET state = 'sending', before = ?, accepted = 0
       WHERE id = ? AND turn = ? AND state = 'ready' AND ${ofNoStoppedRun}`,
      before,
      row.id,
      row.turn,
    )
    if (changes === 0) return false
    // Its reason may have been written anew since it was taken up.
    Object.assign(row, rowOf(sql, owner.id, row.id))
    moved(owner, [row.target.id])
    return true
  }

  /** Whether somebody wants an owner's actions to stay where they are. */
  #isStopped(owner: Owner): boolean {
    const { owners, isPaused } = this.#ports
    // guard: locked-queue
    if (isPaused?.()) return true
    return owners.isPaused(owner) || this.#suspended.has(owner.id)
  }

  /** The same account still, and nobody wants it to stop. */
  #mayAct(owner: Owner): boolean {
    const { owners } = this.#ports
    // Sent after the next start, rather than cut off now.
    if (this.#isClosed || this.#isStopped(owner)) return false
    return owners.signedIn().some(({ id, account }) => id === owner.id && account === owner.account)
  }

  /** Whether what the service did not take, because it wanted a pause, is still to be sent. */
  #isStillSent(owner: Owner, { id, turn }: ActionRow): boolean {
    const found = this.#ports.sql.one(
      `SELECT 1 FROM actions WHERE id = ? AND turn = ? AND state = 'sending' AND ${ofNoStoppedRun}`,
      id,
      turn,
    )
    return found !== undefined && this.#mayAct(owner)
  }

  #recordOutcome(owner: Owner, row: ActionRow, outcome: Outcome, generation: number): void {
    const { clock, sql, auditLog } = this.#ports
    const now = clock.now()
    const throttle = this.#throttle(owner)
    const next = this.#next(throttle, row, outcome, { now, generation })
    recordOutcome({ sql, auditLog }, owner, row, outcome, { next, now })
  }

  /** When to try a row again; what concerns the account as a whole throttles the account. */
  #next(
    throttle: AccountThrottle,
    row: ActionRow,
    outcome: Outcome,
    { now, generation }: { now: number; generation: number },
  ): number {
    const chance = this.#ports.clock.random()
    const own = now + backoff(row.attempts + 1, chance)
    if (outcome.kind === 'again') return own
    if (outcome.kind !== 'delayed' && outcome.kind !== 'unknown') {
      throttle.recordSuccess()
      this.#failed.delete(row.id)
      return now
    }
    this.#failed.set(row.id, (this.#failed.get(row.id) ?? 0) + 1)
    const { failure } = outcome
    // A refusal of the token or the rights that were there before: it must not stop those that came since.
    if (stopsAccount(failure) && generation !== throttle.generation) return own
    // The throttle knows since the answer; the clock may have been set back since, and the pause does not grow by that.
    if (failure.kind === 'rate-limited') return Math.max(now, throttle.limitedUntil(now))
    if (concernsAccount(failure)) return Math.max(throttle.recordFailure(failure, now, chance), own)
    // Of a lost answer it is looked at once what became of it.
    const isJustLost = outcome.kind === 'unknown' && row.state === 'sending'
    return isJustLost && failure.status === undefined ? now : own
  }

  #actionContext(owner: Owner, row: ActionRow): ActionContext {
    const { account, actor } = owner
    const { accounts, service, people, viewed, clock } = this.#ports
    const { call } = service(account)
    const rateLimits = this.#rateLimits(owner)
    const canVerify = () => !this.#isClosed && !this.#ports.isPaused?.()
    const maySend = () => this.#isStillSent(owner, row)
    const mayRepeat = {
      GET: canVerify,
      // The whole note of a person, which somebody else may have changed meanwhile.
      PUT: () => false,
      POST: maySend,
      PATCH: maySend,
      DELETE: maySend,
    }
    return {
      call: (...asked) => rateLimits.throttled(() => call(...asked), mayRepeat[asked[0].method]),
      me: actor.id,
      isStillAdmin: async () =>
        (await rateLimits.throttled(() => accounts.refresh(account), canVerify)).isAdmin,
      now: () => clock.now(),
      withOwnActivity: (user) => viewed.withOwnActivity(account, user),
      gone: (id) => people.remove(account, id),
    }
  }

  #rateLimits(owner: Owner): RateLimits {
    return new RateLimits(this.#throttle(owner), this.#ports.clock)
  }

  #throttle({ id }: Owner): AccountThrottle {
    const throttle = this.#throttles.get(id) ?? new AccountThrottle(this.#ports.sql, id)
    this.#throttles.set(id, throttle)
    return throttle
  }

  #writeUnwritten(): void {
    for (const id of this.#unwritten) {
      this.#ports.sql.run(
        `UPDATE actions SET state = 'unknown' WHERE id = ? AND state = 'sending'`,
        id,
      )
      this.#unwritten.delete(id)
    }
  }

  #diskFailed(error: unknown): void {
    this.#ports.log('The queue of actions could not go on.', { error })
    this.#diskUntil = this.#ports.clock.now() + diskPauseMs
  }
}
