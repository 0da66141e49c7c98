import { createFailureError } from '../../../platform/failures.ts'
import type {
  QueuedStatus,
  SeenStatus,
  TimedStatus,
} from '../../../../shared/operations/own-status.ts'
import {
  type OneTimeStatus,
  type ScheduledStatus,
  type StatusTimes as ShownTimes,
  PlannedStatus,
  StatusEnding,
  WaitingStatus,
} from '../../../../shared/operations/status-times.ts'
import type { FailureKind } from '../../../../shared/rules/failure.ts'
import { durationMs, isGitLabDuration } from '../../../../shared/rules/status-durations.ts'
import { statusEnd } from '../../../../shared/rules/status-end.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import type { LogFunction } from '../../../platform/log/log.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { refreshLocalZone } from '../../../platform/time/local-zone.ts'
import { WakeTimer } from '../../../platform/time/wake-timer.ts'
import type { OwnStatus } from '../own-status.ts'
import { isSameStatus } from '../status-fields.ts'
import { type PlannedSpan, activeSpan, begunOf, endingAt, plannedSpans } from './plan.ts'
import { overlap, spanAt } from './spans.ts'
import { beginStatus, endStatus, sendWaiting } from './status-changes.ts'
import type { StoredStatusEnding, StatusTimesFile, StoredWaitingStatus } from './times-file.ts'

export interface StatusTimesOptions {
  fileOf(account: string): Pick<JsonFile<StatusTimesFile>, 'read' | 'write' | 'saveOrReport'>
  accounts(): readonly string[]
  gitlabOf(account: string): GitLabClient
  ownStatus: Pick<OwnStatus, 'get' | 'save' | 'set' | 'clear' | 'restore'>
  clock: Pick<Clock, 'now' | 'after'>
  /** Called after a change, even if no screen shows it. */
  onChange(account: string, times: ShownTimes): void
  log: LogFunction
}

type Edit = Parameters<OwnStatus['save']>[1]

/** How far ahead (ms) screens show what will happen. */
const upcomingMs = 24 * 3_600_000

/** Pause (ms) after an attempt that failed. */
const retryMs = 60_000

/** Failures that a retry wouldn't fix. */
const lasting: readonly FailureKind[] = ['unauthorized', 'forbidden', 'not-found', 'invalid']

/** Failures where nothing was set and a retry may work once the instance is reachable. */
const unreachable: readonly FailureKind[] = [
  'offline',
  'timeout',
  'service-error',
  'not-the-service',
]

/** Sets and clears statuses at their times while Latchkey is running. */
export class StatusScheduler {
  readonly #options: StatusTimesOptions
  readonly #problems = new Map<string, string>()
  /**
   * Accounts whose token couldn't be read. They aren't retried automatically, because each attempt may show a prompt.
   */
  readonly #waitingForToken = new Set<string>()
  /** How many manual changes are in progress, by account. */
  readonly #changes = new Map<string, number>()
  /** The waiting status that is being sent, by account. */
  readonly #sending = new Map<string, Promise<void>>()
  /** The planned span that doesn't replace a status set by hand, and until when, by account. */
  readonly #kept = new Map<string, { id: string; until: number }>()
  /** When the previous status would have ended, by account, for undo. */
  readonly #replaced = new Map<string, StoredStatusEnding>()
  readonly #timer: WakeTimer
  #running: Promise<void> = Promise.resolve()

  constructor(options: StatusTimesOptions) {
    this.#options = options
    this.#timer = new WakeTimer(options.clock, () => this.#startDue())
    this.#timer.wake()
  }

  get(account: string): ShownTimes {
    const file = this.#read(account)
    const { ending, schedule, oneTime, waiting } = file
    const now = this.#now()
    const upcoming = plannedSpans(file, now).filter(
      ({ from, to }) => to > now && from < now + upcomingMs,
    )
    const problem = this.#problems.get(account)
    return {
      ...(ending && { ending: StatusEnding.parse(ending) }),
      ...(waiting && { waiting: WaitingStatus.parse(waiting) }),
      schedule,
      oneTime: oneTime.filter(({ to }) => to > now),
      upcoming: upcoming.map((span) => PlannedStatus.parse(span)),
      ...(problem !== undefined && { problem }),
    }
  }

  /**
   * Saves an edit to a status with an exact end. If the edit keeps the clear time, Latchkey still clears the status at
   * that exact time.
   */
  async save(gitlab: GitLabClient, { endsAt, ...edit }: Edit) {
    if (endsAt !== undefined && endsAt <= this.#now()) throw createFailureError('status.timePassed')
    const keptEnding = edit.clear === 'keep' ? this.#endingOf(gitlab.account, edit.base) : undefined
    const { base, clear, ...status } = edit
    const end =
      endsAt ?? keptEnding?.at ?? (clear === 'keep' ? statusEnd(base) : this.#endOf(clear))
    const saved = await this.#orWait(gitlab, { status, base, endsAt: end }, () =>
      this.#options.ownStatus.save(gitlab, { ...edit, endsAt: endsAt ?? keptEnding?.at }),
    )
    const byHand = { isScheduled: false, source: undefined, plannedId: undefined }
    const ending =
      endsAt === undefined ? keptEnding && { ...keptEnding, ...byHand } : { at: endsAt }
    if (saved.outcome === 'saved' && ending) this.#follow(gitlab, { ...ending, status: saved.now })
    return saved
  }

  /** Sets exactly this status. It ends after its duration even if GitLab doesn't offer that one. */
  async set(
    gitlab: GitLabClient,
    { base, ...timed }: TimedStatus & { base?: SeenStatus | undefined },
  ) {
    const { clear, ...status } = timed
    const endsAt = this.#endOf(clear)
    const set = await this.#orWait(gitlab, base && { status, base, endsAt }, () =>
      this.#options.ownStatus.set(gitlab, { ...timed, base }),
    )
    if (set.outcome === 'saved' && endsAt !== undefined && !isGitLabDuration(clear))
      this.#follow(gitlab, { at: endsAt, status: set.now })
    return set
  }

  /** Clears the status. If it was set by hand, a planned one that it kept away is set then. */
  async clear(gitlab: GitLabClient, base?: SeenStatus) {
    const waiting = base && { status: { emoji: '', message: '', busy: false }, base }
    const cleared = await this.#orWait(gitlab, waiting, () =>
      this.#options.ownStatus.clear(gitlab, base),
    )
    if (cleared.outcome === 'saved') this.#afterClear(gitlab.account, cleared.before)
    return cleared
  }

  /** Cancels the waiting status. */
  cancelWaiting(account: string): ShownTimes {
    this.#save(account, { waiting: undefined })
    this.#tell(account)
    return this.get(account)
  }

  /** Undoes a status change. The restored status ends when it originally would have. */
  async restore(gitlab: GitLabClient, status: SeenStatus, base?: SeenStatus) {
    const ending = this.#endingOf(gitlab.account, status)
    const end = ending?.at ?? statusEnd(status)
    const endsAt = end !== undefined && end > this.#now() ? end : undefined
    const restored = await this.#change(gitlab.account, () =>
      this.#options.ownStatus.restore(gitlab, status, base, endsAt),
    )
    const isExact = ending === undefined && isSameMinute(statusEnd(restored.now), endsAt)
    if (endsAt !== undefined && restored.left.length === 0 && !isExact)
      this.#follow(gitlab, { ...ending, at: endsAt, status: restored.now })
    return restored
  }

  saveSchedule(account: string, schedule: ScheduledStatus[]): ShownTimes {
    const statuses = schedule.filter(({ status, isOn }) => status && isOn)
    const isOverlapping = statuses.some((one, at) =>
      statuses.slice(at + 1).some((other) => overlap(one, other)),
    )
    if (isOverlapping) {
      throw createFailureError('status.overlaps')
    }
    return this.#saveChoice(account, { schedule })
  }

  saveOneTime(account: string, oneTime: OneTimeStatus[]): ShownTimes {
    const isOverlapping = oneTime.some((one, at) =>
      oneTime.slice(at + 1).some((other) => one.from < other.to && other.from < one.to),
    )
    if (isOverlapping) throw createFailureError('status.overlaps')
    return this.#saveChoice(account, { oneTime })
  }

  /** Ends the current status now if it is from the calendar. */
  endCalendarStatus(account: string): ShownTimes {
    const { ending } = this.#read(account)
    if (ending?.source === 'calendar')
      this.#save(account, { ending: { ...ending, at: this.#now() } })
    this.#changed(account)
    return this.get(account)
  }

  /** Called after the account's calendar has changed. */
  onCalendarChange(account: string): void {
    this.#changed(account)
  }

  /** Whether an account is in quiet hours. */
  isQuiet(account: string): boolean {
    const now = this.#now()
    return this.#read(account).schedule.some(
      (item) => item.isOn && item.quiet && spanAt(item, now) !== undefined,
    )
  }

  /** When an account's status ends (ms since 1970): either when Latchkey clears it, or when GitLab does. */
  endOf(account: string, status: SeenStatus): number | undefined {
    return this.#endingOf(account, status)?.at ?? statusEnd(status)
  }

  /** Called after the service has responded, which means that the token can be read. */
  onAnswer(account: string): void {
    if (!this.#waitingForToken.delete(account)) return
    this.#problems.delete(account)
    this.#changed(account)
  }

  /** Called when the instance is reachable again. */
  onReachable(account: string): void {
    if (isWaiting(this.#read(account))) this.#timer.wake()
  }

  forget(account: string): void {
    this.#problems.delete(account)
    this.#waitingForToken.delete(account)
    this.#replaced.delete(account)
    this.#kept.delete(account)
  }

  /** Resolves after the work in progress is done. */
  get running(): Promise<void> {
    return this.#running
  }

  close(): Promise<void> {
    this.#timer.close()
    return this.#running
  }

  #now(): number {
    refreshLocalZone()
    return this.#options.clock.now()
  }

  #read(account: string): StatusTimesFile {
    return this.#options.fileOf(account).read()
  }

  /** How Latchkey will end this status, or would have ended the previous one; undefined if it doesn't have to. */
  #endingOf(account: string, status: SeenStatus): StoredStatusEnding | undefined {
    return [this.#read(account).ending, this.#replaced.get(account)].find(
      (ending) =>
        ending && ending.at > this.#options.clock.now() && isSameStatus(ending.status, status),
    )
  }

  /** When a duration ends if it starts now. */
  #endOf(clear: TimedStatus['clear']): number | undefined {
    return clear === 'never' ? undefined : this.#now() + durationMs(clear)
  }

  /** Changes the status and replaces a waiting one. If the instance can't be reached, the change waits. */
  async #orWait<Saved extends { outcome: 'saved' | 'conflict' }>(
    { account }: GitLabClient,
    waiting: StoredWaitingStatus | undefined,
    change: () => Promise<Saved>,
  ): Promise<Saved | QueuedStatus> {
    try {
      return await this.#change(account, change)
    } catch (error) {
      const isUnreachable =
        error instanceof FailureError && unreachable.includes(error.failure.kind)
      if (!isUnreachable || !waiting) throw error
      this.#options.fileOf(account).write({ ...this.#read(account), waiting })
      this.#tell(account)
      this.#wakeLater()
      return { outcome: 'queued' }
    }
  }

  /** Makes a manual status change, and prevents an earlier choice from overwriting it. */
  async #change<Saved extends { outcome: 'saved' | 'conflict' }>(
    account: string,
    change: () => Promise<Saved>,
  ): Promise<Saved> {
    const count = (by: number) => this.#changes.set(account, (this.#changes.get(account) ?? 0) + by)
    count(1)
    try {
      await this.#sending.get(account)
      const saved = await change()
      if (saved.outcome === 'saved' && this.#read(account).waiting) this.cancelWaiting(account)
      return saved
    } finally {
      count(-1)
      this.onReachable(account)
    }
  }

  /** Schedules the end of a status that the service already has. */
  #follow({ account }: GitLabClient, ending: StoredStatusEnding): void {
    const { ending: before } = this.#read(account)
    if (before) this.#replaced.set(account, before)
    this.#save(account, { ending })
    this.#changed(account)
  }

  /** Saves what the user chose. Throws if that fails. */
  #saveChoice(account: string, choice: Partial<StatusTimesFile>): ShownTimes {
    this.#problems.delete(account)
    this.#options.fileOf(account).write({ ...this.#read(account), ...choice })
    this.#changed(account)
    return this.get(account)
  }

  #afterClear(account: string, before: SeenStatus): void {
    const file = this.#read(account)
    const { ending } = file
    const isPlanned = ending?.isScheduled && isSameStatus(ending.status, before)
    const now = this.#now()
    const active = activeSpan(plannedSpans(file, now), now)
    if (isPlanned || !active || active.restores) return
    this.#kept.set(account, { id: active.id, until: now })
    this.#timer.wake()
  }

  /** Does what is due. Returns when to check again (ms since 1970). */
  #startDue(): number {
    const next = this.#next()
    if (next > this.#now()) return next
    this.#running = this.#running.then(() => this.#run()).finally(() => this.#wakeLater())
    return Infinity
  }

  /** Wakes at the next due time. Work that is still due is tried again after a pause. */
  #wakeLater(): void {
    const now = this.#now()
    const next = this.#next()
    this.#timer.wakeAt(next > now ? next : now + retryMs)
  }

  /** The next due time of all accounts. */
  #next(): number {
    const now = this.#now()
    return Math.min(...this.#accounts().map((account) => this.#nextMoment(account, now)))
  }

  #accounts(): string[] {
    return this.#options.accounts().filter((account) => !this.#waitingForToken.has(account))
  }

  /** The next due time, or `now` if something is already due. */
  #nextMoment(account: string, now: number): number {
    const file = this.#read(account)
    if (isWaiting(file)) return now
    const planned = plannedSpans(file, now).filter(({ to }) => to > now)
    const starts = planned
      .filter((span) => !this.#isHandled(account, file, span))
      .map(({ id, from }) => {
        const kept = this.#kept.get(account)
        return Math.max(from, kept?.id === id ? kept.until : 0, now)
      })
    const end = endingAt(file, planned, now) ?? Infinity
    return Math.min(...starts, Math.max(end, now))
  }

  /** Whether a span's status has been set, or a status set by hand stays during all of it. */
  #isHandled(account: string, { begun }: StatusTimesFile, { id, from, to }: PlannedSpan): boolean {
    const kept = this.#kept.get(account)
    return begun[id] === from && !(kept?.id === id && kept.until < to)
  }

  async #run(): Promise<void> {
    for (const account of this.#accounts()) {
      try {
        await this.#sendWaiting(account)
        await this.#end(account)
        await this.#begin(account)
      } catch (error) {
        this.#options.log("A status couldn't be set or cleared on time.", { error })
      }
    }
  }

  async #sendWaiting(account: string): Promise<void> {
    const file = this.#read(account)
    if (!isWaiting(file) || this.#changes.get(account)) return
    const { waiting } = file
    const isWanted = () => this.#read(account).waiting === waiting && !this.#changes.get(account)
    const sending = this.#trySending(account, waiting, isWanted).then((change) => {
      if (!change || this.#read(account).waiting !== waiting) return
      this.#save(account, change)
      this.#tell(account)
    })
    this.#sending.set(account, sending)
    await sending.finally(() => this.#sending.delete(account))
  }

  /** The result for a waiting status; undefined if it's still waiting. */
  async #trySending(
    account: string,
    waiting: StoredWaitingStatus,
    isWanted: () => boolean,
  ): Promise<Partial<StatusTimesFile> | undefined> {
    const { ownStatus } = this.#options
    try {
      const gitlab = this.#options.gitlabOf(account)
      const sent = await sendWaiting(gitlab, { waiting, isWanted, ownStatus, now: this.#now() })
      if (!sent || 'ending' in sent) return sent && { waiting: undefined, ...sent }
      return { waiting: { ...waiting, problem: textOf(sent.problem) } }
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      const { kind, message: text } = error.failure
      if (kind === 'keychain') this.#waitingForToken.add(account)
      return lasting.includes(kind) ? { waiting: { ...waiting, problem: textOf(text) } } : undefined
    }
  }

  async #end(account: string): Promise<void> {
    const { ownStatus } = this.#options
    const file = this.#read(account)
    const now = this.#now()
    const planned = plannedSpans(file, now)
    const end = endingAt(file, planned, now)
    const { ending } = file
    if (!ending || end === undefined || end > now) return
    // If it is planned again, such as after a pause, it is set again.
    if (activeSpan(planned, now)?.id !== ending.plannedId) this.#forgetBegun(account, ending)
    await this.#attempt(account, undefined, (gitlab) =>
      endStatus(gitlab, ending, { ownStatus, now }),
    )
  }

  #forgetBegun(account: string, { plannedId }: StoredStatusEnding): void {
    const begun = Object.entries(this.#read(account).begun).filter(([id]) => id !== plannedId)
    this.#save(account, { begun: Object.fromEntries(begun) })
  }

  async #begin(account: string): Promise<void> {
    const { ownStatus } = this.#options
    const now = this.#now()
    const file = this.#read(account)
    const planned = plannedSpans(file, now)
    const span = activeSpan(planned, now)
    const kept = this.#kept.get(account)
    if (!span || this.#isHandled(account, file, span)) return
    if (kept?.id === span.id && kept.until > now) return
    // The last status hasn't been ended, and would be mistaken for the status to restore.
    if ((endingAt(file, planned, now) ?? Infinity) <= now) return
    const { id, from } = span
    const onKept = (until = Infinity) => this.#kept.set(account, { id, until })
    const willSend = (replaced: object) =>
      this.#save(account, { sending: { id, from, ...replaced } })
    await this.#attempt(
      account,
      file.ending,
      async (gitlab) => {
        const next = await beginStatus(gitlab, { span, file, ownStatus, now, onKept, willSend })
        if (this.#kept.get(account) === kept) this.#kept.delete(account)
        return next
      },
      { [id]: from },
    )
  }

  /** Retries until it succeeds or fails permanently, in which case `ending` is kept. */
  async #attempt(
    account: string,
    ending: StoredStatusEnding | undefined,
    act: (gitlab: GitLabClient) => Promise<StoredStatusEnding | undefined>,
    begun?: Record<string, number>,
  ): Promise<void> {
    const before = this.#read(account).ending
    let next = ending
    try {
      next = await act(this.#options.gitlabOf(account))
      this.#problems.delete(account)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      const { kind, message: text } = error.failure
      if (kind === 'keychain') this.#waitingForToken.add(account)
      else if (!lasting.includes(kind)) return
      this.#problems.set(account, textOf(text))
      if (kind === 'keychain') return this.#tell(account)
    }
    // The account may have signed out during the request.
    if (!this.#options.accounts().includes(account)) return this.forget(account)
    const file = this.#read(account)
    this.#save(account, {
      begun: { ...begunOf(file), ...begun },
      ...(begun && { sending: undefined }),
      // Another status may have been selected during the request.
      ...(file.ending === before && { ending: next }),
    })
    this.#tell(account)
  }

  #changed(account: string): void {
    this.#tell(account)
    this.#timer.wake()
  }

  #tell(account: string): void {
    this.#options.onChange(account, this.get(account))
  }

  #save(account: string, change: Partial<StatusTimesFile>): void {
    if (!this.#options.accounts().includes(account)) return
    this.#options.fileOf(account).saveOrReport({ ...this.#read(account), ...change })
  }
}

function isWaiting(
  file: StatusTimesFile,
): file is StatusTimesFile & { waiting: StoredWaitingStatus } {
  return file.waiting !== undefined && file.waiting.problem === undefined
}

/** Whether two times are the same to the minute, which is all that is shown. */
function isSameMinute(a: number | undefined, b: number | undefined): boolean {
  return a !== undefined && b !== undefined && Math.abs(a - b) < 60_000
}
