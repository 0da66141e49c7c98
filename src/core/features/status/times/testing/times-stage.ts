import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Sandbox, startSandbox } from '../../../../../sandbox/start.ts'
import type { StatusDraft } from '../../../../../shared/operations/own-status.ts'
import type { CalendarSpan } from '../../../../../shared/rules/calendar-spans.ts'
import type {
  OneTimeStatus,
  ScheduledStatus,
  StatusTimes as StatusTimesShown,
} from '../../../../../shared/operations/status-times.ts'
import { statusEndpoints } from '../../../../../shared/gitlab/current-user.ts'
import type { AnyEndpoint } from '../../../../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../../platform/failure.ts'
import { type JsonFile, jsonFile } from '../../../../platform/files/json-file.ts'
import { memoryFile } from '../../../../platform/files/memory-file.ts'
import { testLog } from '../../../../testing/log.ts'
import { signedIn } from '../../../keys/ssh/testing/account-service.ts'
import { OwnStatus, RecentStatusFile } from '../../own-status.ts'
import { StatusScheduler } from '../status-times.ts'
import { type StoredCalendar, StatusTimesFile } from '../times-file.ts'

export const minute = 60_000
export const hour = 60 * minute

/** On weekdays from 11:00 to 12:00 UTC, which is noon to 1 p.m. in Berlin in winter. */
export const lunch: ScheduledStatus & { status: StatusDraft } = {
  id: 'lunch',
  days: [1, 2, 3, 4, 5],
  from: '12:00',
  to: '13:00',
  status: { emoji: 'fork_and_knife', message: 'Lunch', busy: true },
  quiet: false,
  isOn: true,
}
export const focus: StatusDraft = { emoji: 'headphones', message: 'Focusing', busy: true }

/** What screens show without any plans. */
export const nothingPlanned = { schedule: [], oneTime: [], upcoming: [] }

export const offline = () => new FailureError({ kind: 'offline', message: 'Offline' })

const emptyCalendar: StoredCalendar = {
  id: 'calendar',
  isOn: true,
  hasTitles: false,
  restores: false,
  own: [],
  events: 0,
  skipped: 0,
  spans: [],
  readAt: 0,
}

/** A Monday morning. */
const morning = Date.parse('2026-11-23T09:00Z')

/**
 * A status scheduler and a service that share a clock. A test moves the clock, and may run code between two requests.
 */
export class TimesStage {
  sandbox!: Sandbox
  now = morning
  /** The service as another client or a screen calls it. */
  gitlab!: GitLabClient
  folder!: string
  times!: StatusScheduler
  ownStatus!: OwnStatus
  timers: { at: number; run: () => void }[] = []
  /** The times at which Latchkey changed the status. */
  sent: string[] = []
  isOffline = false
  /** Called before a request or after its response. */
  hooks: {
    before?: (endpoint: AnyEndpoint) => unknown
    after?: (endpoint: AnyEndpoint) => unknown
  } = {}
  logged: string[] = []
  #file!: JsonFile<StatusTimesFile>
  /** The last event that was sent to screens. */
  lastEvent: StatusTimesShown | undefined

  static async start(): Promise<TimesStage> {
    const stage = new TimesStage()
    const now = () => new Date(stage.now)
    stage.sandbox = await startSandbox({ users: 0, flavor: 'gitlab', now })
    stage.gitlab = await signedIn(stage.sandbox.url, stage.sandbox.tokens.user)
    return stage
  }

  stop(): Promise<void> {
    return this.sandbox.stop()
  }

  /** Resets to a Monday morning without a status. */
  async open(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'latchkey-times-'))
    this.now = morning
    this.isOffline = false
    this.hooks = {}
    this.sent = []
    this.logged = []
    await this.setElsewhere({})
    this.restart()
  }

  async close(): Promise<void> {
    await this.times.close()
    rmSync(this.folder, { recursive: true })
  }

  /** Simulates a restart of Latchkey. */
  restart(): void {
    this.timers = []
    const now = () => this.now
    const { account } = this.gitlab
    const recent = memoryFile(RecentStatusFile)
    this.ownStatus = new OwnStatus({
      recentFor: () => recent,
      isSignedIn: () => true,
      now,
      seen: () => this.times.onAnswer(account),
    })
    const path = join(this.folder, 'status-times.json')
    const file = jsonFile(path, StatusTimesFile, () => undefined)
    this.#file = file
    this.times = new StatusScheduler({
      fileOf: () => file,
      accounts: () => [account],
      gitlabOf: () => this.#gitlabOf(),
      ownStatus: this.ownStatus,
      onChange: (_, times) => (this.lastEvent = times),
      log: testLog((line) => this.logged.push(line)).warn,
      clock: { now, after: (milliseconds, run) => this.#after(milliseconds, run) },
    })
  }

  /** Advances the clock and runs due timers. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds
    for (;;) {
      await this.#settle()
      const next = this.timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      this.now = Math.max(this.now, next.at)
      this.timers = this.timers.filter((one) => one !== next)
      next.run()
    }
    this.now = end
  }

  /** Waits for the work that has begun. */
  async #settle(): Promise<void> {
    await yieldToEventLoop()
    await this.times.running
  }

  /** Advances the clock to a time on the same Monday. */
  until(time: string): Promise<void> {
    return this.pass(Date.parse(`2026-11-23T${time}Z`) - this.now)
  }

  /** Puts the computer to sleep. Its timers don't run in the meantime, and fire late. */
  async sleep(milliseconds: number): Promise<void> {
    await this.#settle()
    this.timers = this.timers.map(({ at, run }) => ({ at: at + milliseconds, run }))
    this.now += milliseconds
  }

  get() {
    return this.ownStatus.get(this.gitlab)
  }

  /** Sets a status as another device would. */
  setElsewhere(body: object) {
    return this.gitlab.call(statusEndpoints.set, body)
  }

  /** Saves a status that ends at a time today. */
  async focusUntil(time: string, draft = focus) {
    const endsAt = Date.parse(`${new Date(this.now).toISOString().slice(0, 10)}T${time}Z`)
    const base = await this.get()
    const saved = await this.times.save(this.gitlab, { ...draft, clear: '8_hours', endsAt, base })
    if (saved.outcome === 'queued') throw new Error('The status waits.')
    return saved
  }

  save(...schedule: ScheduledStatus[]) {
    return this.times.saveSchedule(this.gitlab.account, schedule)
  }

  /** A planned status on the same Monday, from one UTC time to another. */
  span(from: string, to: string) {
    const at = (time: string) => Date.parse(`2026-11-23T${time}Z`)
    return { from: at(from), to: at(to) }
  }

  /** Replaces the calendar, as reading it does. */
  setCalendar(spans: CalendarSpan[], options: Partial<StoredCalendar> = {}): void {
    const calendar = { ...emptyCalendar, spans, ...options }
    this.#file.write({ ...this.#file.read(), calendar })
    this.times.onCalendarChange(this.gitlab.account)
  }

  saveOneTime(...oneTime: OneTimeStatus[]) {
    return this.times.saveOneTime(this.gitlab.account, oneTime)
  }

  shown() {
    return this.times.get(this.gitlab.account)
  }

  /** The service as Latchkey calls it on its own. */
  #gitlabOf(): GitLabClient {
    return {
      ...this.gitlab,
      call: async (...call: Parameters<GitLabClient['call']>) => {
        if (this.isOffline) throw offline()
        await this.hooks.before?.(call[0])
        const time = new Date(this.now).toISOString().slice(11, 16)
        if (call[0] !== statusEndpoints.get) this.sent.push(time)
        const answer = await this.gitlab.call(...call)
        await this.hooks.after?.(call[0])
        return answer as never
      },
    }
  }

  #after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.now + milliseconds, run }
    this.timers.push(timer)
    return () => void (this.timers = this.timers.filter((one) => one !== timer))
  }
}
