import { z } from 'zod'
import { SeenStatus, type StatusDraft } from '../../../../shared/app/own-status.ts'
import {
  ScheduledStatus,
  StatusEnding,
  type StatusTimes as ShownTimes,
} from '../../../../shared/app/status-times.ts'
import type { FailureKind } from '../../../../shared/failure.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { UserStatus } from '../../../../shared/service/current-user.ts'
import { longerPreset } from '../../../../shared/service/status-limits.ts'
import { noStatus, statusEnd } from '../../../../shared/status-end.ts'
import type { AccountService } from '../../../accounts/account-service.ts'
import { FailureError } from '../../../infra/failure.ts'
import type { JsonFile } from '../../../infra/files/json-file.ts'
import { textOf } from '../../../infra/messages.ts'
import type { Clock } from '../../../infra/time/clock.ts'
import type { OwnStatus } from '../own-status.ts'
import { defaultEmoji } from '../status-fields.ts'
import { nextChange, overlap, spanAt } from './spans.ts'

/** What Latchkey will do with the status of an account. */
export const StatusTimesFile = z.object({
  ending: StatusEnding.extend({
    /** What was there before, and comes back. */
    before: SeenStatus.optional(),
    /** When Latchkey was to clear that, in milliseconds since 1970. */
    beforeEndsAt: z.number().optional(),
  }).optional(),
  schedule: z.array(ScheduledStatus).default([]),
  /** When the last span of each scheduled status began that was dealt with. */
  begun: z.record(z.string(), z.number()).default({}),
})
type StatusTimesFile = z.output<typeof StatusTimesFile>

export interface StatusTimesPorts {
  fileOf(account: string): Pick<JsonFile<StatusTimesFile>, 'read' | 'write' | 'saveOrReport'>
  accounts(): readonly string[]
  service(account: string): AccountService
  ownStatus: Pick<OwnStatus, 'get' | 'set' | 'clear' | 'restore'>
  clock: Pick<Clock, 'now' | 'after'>
}

/** A timer does not count the time that a computer sleeps, so it is set anew each minute. */
const maxWaitMs = 60_000
/** How late a scheduled status may replace another one. */
const maxDelayMs = 5 * 60_000

/** After these failures the same request fails again. */
const lasting: readonly FailureKind[] = ['unauthorized', 'forbidden', 'not-found', 'invalid']

/** Sets and clears statuses at their times, as long as Latchkey runs. */
export class StatusTimes {
  readonly #ports: StatusTimesPorts
  readonly #problems = new Map<string, string>()
  #cancelTimer: (() => void) | undefined
  #isClosed = false
  #running: Promise<void> = Promise.resolve()

  constructor(ports: StatusTimesPorts) {
    this.#ports = ports
    this.#wait()
  }

  get(account: string): ShownTimes {
    const { ending, schedule } = this.#read(account)
    const problem = this.#problems.get(account)
    return {
      ...(ending && { ending: { at: ending.at, status: ending.status } }),
      schedule,
      ...(problem !== undefined && { problem }),
    }
  }

  endAt(account: string, ending: StatusEnding): ShownTimes {
    return this.#change(account, { ending })
  }

  saveSchedule(account: string, schedule: ScheduledStatus[]): ShownTimes {
    const statuses = schedule.filter(({ status, isOn }) => status && isOn)
    const isOverlapping = statuses.some((one, at) =>
      statuses.slice(at + 1).some((other) => overlap(one, other)),
    )
    if (isOverlapping) {
      throw new FailureError({
        kind: 'invalid',
        message: message('status.overlaps'),
        hint: message('status.overlapsHint'),
      })
    }
    this.#problems.delete(account)
    return this.#change(account, { schedule })
  }

  /** Whether notifications are to wait. */
  isQuiet(account: string): boolean {
    const now = this.#ports.clock.now()
    return this.#read(account).schedule.some(
      (item) => item.isOn && item.quiet && spanAt(item, now) !== undefined,
    )
  }

  forget(account: string): void {
    this.#problems.delete(account)
  }

  /** Ends with what is under way. */
  get running(): Promise<void> {
    return this.#running
  }

  close(): Promise<void> {
    this.#isClosed = true
    this.#cancelTimer?.()
    return this.#running
  }

  #read(account: string): StatusTimesFile {
    return this.#ports.fileOf(account).read()
  }

  #change(account: string, change: Partial<StatusTimesFile>): ShownTimes {
    this.#ports.fileOf(account).write({ ...this.#read(account), ...change })
    this.#wait()
    return this.get(account)
  }

  /** Waits for the next moment at which something is due; without one, there is no timer. What is due now waits for `delay`. */
  #wait(delay = 0): void {
    this.#cancelTimer?.()
    if (this.#isClosed) return
    const { accounts, clock } = this.#ports
    const now = clock.now()
    const next = Math.min(...accounts().map((account) => this.#nextMoment(account, now)))
    if (next === Infinity) return
    const left = next > now ? Math.min(next - now, maxWaitMs) : delay
    this.#cancelTimer = clock.after(left, () => {
      this.#running = this.#run().finally(() => this.#wait(maxWaitMs))
    })
  }

  /** The next moment at which something is due; `now` where something is. */
  #nextMoment(account: string, now: number): number {
    const { ending, schedule, begun } = this.#read(account)
    const moments = schedule
      .filter(({ isOn, status }) => isOn && status)
      .map((item) => {
        const span = spanAt(item, now)
        return span && begun[item.id] !== span.from ? now : nextChange(item, now)
      })
    return Math.min(...moments, Math.max(ending?.at ?? Infinity, now))
  }

  async #run(): Promise<void> {
    for (const account of this.#ports.accounts()) {
      await this.#end(account)
      await this.#begin(account)
    }
  }

  /** Clears a status whose time has come, or brings back the one before. Another status stays. */
  async #end(account: string): Promise<void> {
    const { ownStatus, clock } = this.#ports
    const { ending } = this.#read(account)
    if (!ending || ending.at > clock.now()) return
    const { status, before, beforeEndsAt = Infinity } = ending
    const isOver = Math.min(statusEnd(before) ?? Infinity, beforeEndsAt) <= clock.now()
    await this.#attempt(account, {
      isPointless: (statusEnd(status) ?? Infinity) <= clock.now(),
      act: async (me) => {
        if (!before || isOver) {
          await ownStatus.clear(me, status)
          return undefined
        }
        const { now, left } = await ownStatus.restore(me, before, status)
        const isTimed = left.length === 0 && beforeEndsAt !== Infinity
        return isTimed ? { at: beforeEndsAt, status: now } : undefined
      },
      done: (next) => ({ ending: next }),
    })
  }

  /** Sets the status of a span that is going on. Late, it replaces no other. */
  async #begin(account: string): Promise<void> {
    const { ownStatus, clock } = this.#ports
    const { schedule, begun, ending } = this.#read(account)
    const now = clock.now()
    for (const { id, status, isOn, ...times } of schedule) {
      const span = spanAt(times, now)
      if (!status || !isOn || !span || begun[id] === span.from) continue
      await this.#attempt(account, {
        act: async (me) => {
          const before = await ownStatus.get(me)
          // Set by another computer with the same schedule, which also ends it.
          if (isSameDraft(before, status)) return undefined
          const hasOther = !isEmpty(before)
          if (hasOther && now - span.from > maxDelayMs) return undefined
          const clear = longerPreset(span.to - clock.now())
          const set = await ownStatus.set(me, { ...status, clear, base: before })
          if (set.outcome !== 'saved') return undefined
          const isOurs = ending && isSame(ending.status, before)
          return {
            at: span.to,
            status: set.now,
            ...(hasOther && { before }),
            ...(hasOther && isOurs && { beforeEndsAt: ending.at }),
          }
        },
        done: (next) => ({ begun: { [id]: span.from }, ...(next && { ending: next }) }),
      })
    }
  }

  /** Tries something until it succeeds, fails for good, or is pointless. */
  async #attempt(
    account: string,
    {
      act,
      done,
      isPointless = false,
    }: {
      act(me: AccountService): Promise<StatusTimesFile['ending']>
      /** What changes in the file afterwards. */
      done(next: StatusTimesFile['ending']): Partial<StatusTimesFile>
      isPointless?: boolean
    },
  ): Promise<void> {
    let next: StatusTimesFile['ending']
    try {
      if (!isPointless) next = await act(this.#ports.service(account))
      this.#problems.delete(account)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      const { kind, reason } = error.failure
      if (!lasting.includes(kind) || reason === 'locked') return
      this.#problems.set(account, textOf(error.failure.message))
    }
    if (!this.#ports.accounts().includes(account)) return
    const file = this.#read(account)
    const change = done(next)
    this.#ports.fileOf(account).saveOrReport({
      ...file,
      ...change,
      begun: { ...begunOf(file), ...change.begun },
    })
  }
}

/** What was begun of the items that are still there. */
function begunOf({ begun, schedule }: StatusTimesFile): Record<string, number> {
  const ids = new Set(schedule.map(({ id }) => id))
  return Object.fromEntries(Object.entries(begun).filter(([id]) => ids.has(id)))
}

function isEmpty({ emoji, message: text, availability }: UserStatus): boolean {
  return !emoji && !text && availability !== 'busy'
}

function isSameDraft({ emoji, message: text, availability }: UserStatus, status: StatusDraft) {
  const isBusy = availability === 'busy'
  return (
    emoji === (status.emoji || defaultEmoji) && text === status.message && isBusy === status.busy
  )
}

function isSame(a: SeenStatus, b: SeenStatus): boolean {
  return (
    statusEnd({ ...noStatus, ...a }) === statusEnd({ ...noStatus, ...b }) && a.message === b.message
  )
}
