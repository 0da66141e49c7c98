import type { SeenStatus } from '../../../../shared/operations/own-status.ts'
import type {
  ScheduledStatus,
  StatusTimes as ShownTimes,
} from '../../../../shared/operations/status-times.ts'
import type { FailureKind } from '../../../../shared/rules/failure.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import type { LogFunction } from '../../../platform/log/log.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { refreshLocalZone } from '../../../platform/time/local-zone.ts'
import type { OwnStatus } from '../own-status.ts'
import { isSameStatus } from '../status-fields.ts'
import { nextChange, overlap, spanAt } from './spans.ts'
import { beginStatus, endStatus } from './status-changes.ts'
import { type Ending, type StatusTimesFile, begunOf } from './times-file.ts'

export interface StatusTimesOptions {
  fileOf(account: string): Pick<JsonFile<StatusTimesFile>, 'read' | 'write' | 'saveOrReport'>
  accounts(): readonly string[]
  gitlabOf(account: string): GitLabClient
  ownStatus: Pick<OwnStatus, 'get' | 'save' | 'set' | 'clear' | 'restore'>
  clock: Pick<Clock, 'now' | 'after'>
  /** Called after something changed, also without a screen. */
  onChange(account: string, times: ShownTimes): void
  log: LogFunction
}

type Edit = Parameters<OwnStatus['save']>[1]

/** A timer does not count the time that a computer sleeps, so it is set anew each minute. */
const maxWaitMs = 60_000

/** After these failures the same request fails again. */
const lasting: readonly FailureKind[] = ['unauthorized', 'forbidden', 'not-found', 'invalid']

/** Sets and clears statuses at their times, as long as Latchkey runs. */
export class StatusScheduler {
  readonly #options: StatusTimesOptions
  readonly #problems = new Map<string, string>()
  /** Accounts whose token couldn't be read: each attempt may show a prompt. */
  readonly #waitingForToken = new Set<string>()
  #cancelTimer: (() => void) | undefined
  #isClosed = false
  #running: Promise<void> = Promise.resolve()

  constructor(options: StatusTimesOptions) {
    this.#options = options
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

  /** Saves an edit of the status, which ends at a moment. One that keeps its end keeps that at which Latchkey clears it, too. */
  async save(gitlab: GitLabClient, { endsAt, ...edit }: Edit & { endsAt?: number | undefined }) {
    if (endsAt !== undefined && endsAt <= this.#now()) throw timePassedError()
    const kept = edit.clear === 'keep' ? this.#endingOf(gitlab.account, edit.base) : undefined
    const saved = await this.#options.ownStatus.save(gitlab, edit)
    const ending = endsAt === undefined ? kept : { at: endsAt }
    if (saved.outcome === 'saved' && ending) this.#follow(gitlab, { ...ending, status: saved.now })
    return saved
  }

  /** Undoes a change of the status, which then ends as it would have. */
  async restore(gitlab: GitLabClient, status: SeenStatus, base?: SeenStatus) {
    const ending = this.#endingOf(gitlab.account, status)
    const restored = await this.#options.ownStatus.restore(gitlab, status, base, ending?.at)
    if (ending && restored.left.length === 0)
      this.#follow(gitlab, { ...ending, status: restored.now })
    return restored
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
    this.#options.fileOf(account).write({ ...this.#read(account), schedule })
    this.#changed(account)
    return this.get(account)
  }

  /** Whether notifications are to wait. */
  isQuiet(account: string): boolean {
    const now = this.#now()
    return this.#read(account).schedule.some(
      (item) => item.isOn && item.quiet && spanAt(item, now) !== undefined,
    )
  }

  /** The service has answered, so the token can be read. */
  onAnswer(account: string): void {
    if (!this.#waitingForToken.delete(account)) return
    this.#problems.delete(account)
    this.#changed(account)
  }

  forget(account: string): void {
    this.#problems.delete(account)
    this.#waitingForToken.delete(account)
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

  #now(): number {
    refreshLocalZone()
    return this.#options.clock.now()
  }

  #read(account: string): StatusTimesFile {
    return this.#options.fileOf(account).read()
  }

  /** How Latchkey ends a status, if it is to end it at all. */
  #endingOf(account: string, status: SeenStatus): Ending | undefined {
    const { ending } = this.#read(account)
    const isDue = ending && ending.at > this.#options.clock.now()
    return isDue && isSameStatus(ending.status, status) ? ending : undefined
  }

  /** Ends a status that the service has already. */
  #follow({ account }: GitLabClient, ending: Ending): void {
    this.#save(account, { ending })
    this.#changed(account)
  }

  /** Waits for the next moment at which something is due; without one, there is no timer. What is due now waits for `delay`. */
  #wait(delay = 0): void {
    this.#cancelTimer?.()
    if (this.#isClosed) return
    const now = this.#now()
    const next = Math.min(...this.#accounts().map((account) => this.#nextMoment(account, now)))
    if (next === Infinity) return
    const left = next > now ? Math.min(next - now, maxWaitMs) : delay
    this.#cancelTimer = this.#options.clock.after(left, () => {
      const run = this.#running.then(() => this.#run())
      this.#running = run.finally(() => this.#wait(maxWaitMs))
    })
  }

  #accounts(): string[] {
    return this.#options.accounts().filter((account) => !this.#waitingForToken.has(account))
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
    for (const account of this.#accounts()) {
      try {
        await this.#end(account)
        await this.#begin(account)
      } catch (error) {
        this.#options.log('A status could not be set or cleared at its time.', { error })
      }
    }
  }

  async #end(account: string): Promise<void> {
    const { ownStatus } = this.#options
    const { ending } = this.#read(account)
    const now = this.#now()
    if (!ending || ending.at > now) return
    await this.#attempt(account, undefined, (gitlab) =>
      endStatus(gitlab, ending, { ownStatus, now }),
    )
  }

  async #begin(account: string): Promise<void> {
    const { ownStatus } = this.#options
    const now = this.#now()
    for (const { id, status, isOn, ...times } of this.#read(account).schedule) {
      const file = this.#read(account)
      const span = spanAt(times, now)
      if (!status || !isOn || !span || file.begun[id] === span.from) continue
      // It couldn’t be ended, and would seem to be what comes back.
      if (file.ending && file.ending.at <= now) return
      const willSend = (replaced: object) =>
        this.#save(account, { sending: { id, from: span.from, ...replaced } })
      await this.#attempt(
        account,
        file.ending,
        (gitlab) => beginStatus(gitlab, { id, status, span, file, ownStatus, now, willSend }),
        { [id]: span.from },
      )
    }
  }

  /** Tries something until it succeeds or fails for good, which leaves `ending`. */
  async #attempt(
    account: string,
    ending: Ending | undefined,
    act: (gitlab: GitLabClient) => Promise<Ending | undefined>,
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
    // It may have been signed out meanwhile.
    if (!this.#options.accounts().includes(account)) return this.forget(account)
    const file = this.#read(account)
    this.#save(account, {
      begun: { ...begunOf(file), ...begun },
      ...(begun && { sending: undefined }),
      // Somebody may have chosen another one meanwhile.
      ...(file.ending === before && { ending: next }),
    })
    this.#tell(account)
  }

  #changed(account: string): void {
    this.#tell(account)
    this.#wait()
  }

  #tell(account: string): void {
    this.#options.onChange(account, this.get(account))
  }

  #save(account: string, change: Partial<StatusTimesFile>): void {
    if (!this.#options.accounts().includes(account)) return
    this.#options.fileOf(account).saveOrReport({ ...this.#read(account), ...change })
  }
}

function timePassedError(): FailureError {
  const problem = message('status.timePassed')
  return new FailureError({ kind: 'invalid', message: problem, fields: { clear: [problem] } })
}
