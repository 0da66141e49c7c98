import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CalendarProblem, CalendarState } from '../../../../shared/operations/calendar.ts'
import { PlannedStatus } from '../../../../shared/operations/status-times.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import type { JsonFile } from '../../../platform/files/json-file.ts'
import type { LogFunction } from '../../../platform/log/log.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { refreshLocalZone } from '../../../platform/time/local-zone.ts'
import { WakeTimer } from '../../../platform/time/wake-timer.ts'
import { calendarPlan } from '../times/plan.ts'
import type { StatusTimesFile, StoredCalendar } from '../times/times-file.ts'
import type { AddressStore } from './address-store.ts'
import { isCalendarPath, readCalendarFiles } from './calendar-files.ts'
import { calendarAddress, fetchCalendar } from './fetch-calendar.ts'
import type { CalendarRequest, ReadCalendar } from './read-calendar.ts'

export interface CalendarsOptions {
  fileOf(account: string): Pick<JsonFile<StatusTimesFile>, 'read' | 'write' | 'saveOrReport'>
  accounts(): readonly string[]
  addresses: AddressStore
  fetch: typeof globalThis.fetch
  /** Reads a calendar's text; undefined if it isn't one. Rejects if that takes too long. */
  read(request: CalendarRequest): Promise<ReadCalendar | undefined>
  /** The account's email addresses in lower case; undefined if they can't be read. */
  ownAddresses(gitlab: GitLabClient): Promise<string[] | undefined>
  /** The user's home folder. */
  home: string
  /** Whether files of this computer may be read. */
  mayReadComputer(): boolean
  clock: Pick<Clock, 'now' | 'after' | 'random'>
  /** Called after an account's calendar has changed. */
  onChange(account: string): void
  log: LogFunction
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How often (ms) an address is asked, more or less by a tenth, so that computers don't ask at the same time. */
const periodMs = 15 * minute
/** How often (ms) files are read. */
const localPeriodMs = minute
/** The least time (ms) between two new addresses. */
const newAddressMs = minute
/** The time around now (ms) whose events are read. It lasts while the calendar can't be. */
const before = day
const ahead = 3 * day

/** What a calendar was last read from. If it is the same, its spans are still right for a while. */
interface Version {
  calendar: string
  /** The address's ETag, or the state of the files. */
  tag: string | undefined
  /** The local time zone, in which days start. */
  zone: string
  readAt: number
}

type Problem = NonNullable<StoredCalendar['problem']>
type Added = { problem: CalendarProblem } | { asked: string } | Required<CalendarState>

/** Each account's calendar: adds it, and reads it again while it is on. */
export class Calendars {
  readonly #options: CalendarsOptions
  readonly #timer: WakeTimer
  readonly #nextAt = new Map<string, number>()
  readonly #versions = new Map<string, Version>()
  readonly #loading = new Map<string, Promise<void>>()
  /** Accounts whose address can't be read. Each attempt may show a prompt, so the timer makes none. */
  readonly #waitingForKeychain = new Set<string>()
  /** Accounts that had an address since the start. */
  readonly #withAddress = new Set<string>()
  readonly #closing = new AbortController()
  #newAddressAt = -Infinity
  #removing: Promise<unknown> = Promise.resolve()

  constructor(options: CalendarsOptions) {
    this.#options = options
    this.#timer = new WakeTimer(options.clock, () => this.#startDue())
    this.#timer.wake()
  }

  get(account: string): CalendarState {
    const calendar = this.#find(account)
    return calendar ? { calendar: this.#shown(calendar) } : {}
  }

  /** Adds the calendar at an address, if the user has confirmed its host. */
  async add(
    gitlab: GitLabClient,
    { address: typed, isConfirmed = false }: { address: string; isConfirmed?: boolean | undefined },
  ): Promise<Added> {
    const address = calendarAddress(typed)
    if (address === undefined) return { problem: 'invalid' }
    // guard: calendar-asked
    if (!isConfirmed) return { asked: new URL(address).host }
    const now = this.#options.clock.now()
    // guard: calendar-a-minute
    if (Math.abs(now - this.#newAddressAt) < newAddressMs) return { problem: 'too-soon' }
    this.#newAddressAt = now
    const fetched = await this.#fetch(address)
    if (typeof fetched === 'string') return { problem: toProblem(fetched) }
    return this.#adopt(gitlab, [fetched.text], {}, () =>
      this.#options.addresses.set(gitlab.account, address),
    )
  }

  /** Adds an `.ics` file or a folder of this computer. */
  async addLocal(gitlab: GitLabClient, path: string): Promise<Added> {
    if (!isCalendarPath(path)) return { problem: 'invalid' }
    const files = await readCalendarFiles(this.#absolute(path))
    if (typeof files === 'string') return { problem: toProblem(files) }
    return this.#adopt(gitlab, files.texts, { path }, () => this.#forgetAddress(gitlab.account))
  }

  /** Reads the account's calendar again because the user asked for it. */
  async reload(gitlab: GitLabClient): Promise<CalendarState> {
    const { account } = gitlab
    const own = await this.#options.ownAddresses(gitlab)
    const calendar = this.#find(account)
    if (calendar && own) this.#save(account, { ...calendar, own })
    await this.#loadAgain(account)
    return this.get(account)
  }

  async update(
    account: string,
    choice: Partial<Pick<StoredCalendar, 'isOn' | 'hasTitles' | 'restores'>>,
  ): Promise<CalendarState> {
    const calendar = this.#find(account)
    if (!calendar) return {}
    const isShorter = choice.hasTitles === false
    const spans = isShorter ? calendar.spans.map(({ title: _, ...span }) => span) : calendar.spans
    this.#write(account, { ...calendar, ...choice, spans })
    if (choice.isOn || choice.hasTitles !== undefined) await this.#loadAgain(account)
    return this.get(account)
  }

  /** Sets no status until the next day. */
  pause(account: string): CalendarState {
    refreshLocalZone()
    const midnight = new Date(this.#options.clock.now())
    midnight.setHours(24, 0, 0, 0)
    return this.#pauseUntil(account, midnight.getTime())
  }

  resume(account: string): CalendarState {
    return this.#pauseUntil(account, undefined)
  }

  /** Removes the calendar and its address. Throws, and keeps it, if the keychain fails. */
  async remove(account: string): Promise<CalendarState> {
    await this.#forgetAddress(account)
    this.#write(account, undefined)
    return {}
  }

  /** Called after the service has responded, which means that the keychain can be read. */
  onAnswer(account: string): void {
    if (this.#waitingForKeychain.delete(account)) this.#timer.wake()
  }

  /** Removes a signed-out account's address. Calls back if that fails. */
  forget(account: string, onFailure: () => void): void {
    for (const map of [this.#nextAt, this.#versions]) map.delete(account)
    this.#waitingForKeychain.delete(account)
    // guard: calendar-signed-out
    this.#removing = Promise.all([this.#removing, this.#forgetAddress(account).catch(onFailure)])
  }

  /** Resolves after the work in progress is done. */
  async settle(): Promise<void> {
    await Promise.all([this.#removing, ...this.#loading.values()])
  }

  /** Doesn't wait for calendars, which are read again at the next start. */
  async close(): Promise<void> {
    this.#timer.close()
    this.#closing.abort()
    await this.#removing
  }

  #fetch(address: string, etag?: string) {
    const { signal } = this.#closing
    return fetchCalendar(this.#options.fetch, address, { etag, signal })
  }

  #find(account: string): StoredCalendar | undefined {
    return this.#options.fileOf(account).read().calendar
  }

  #absolute(path: string): string {
    return path.startsWith('~') ? join(this.#options.home, path.slice(1)) : path
  }

  #shown(calendar: StoredCalendar): Required<CalendarState>['calendar'] {
    const { id: _, path, own: _own, spans: _spans, pausedUntil = 0, ...shown } = calendar
    const now = this.#options.clock.now()
    return {
      ...shown,
      isLocal: path !== undefined,
      ...(pausedUntil > now && { pausedUntil }),
      preview: calendarPlan(calendar, now)
        .filter(({ from, to }) => to > now && from < now + day)
        .map((span) => PlannedStatus.parse(span)),
    }
  }

  /** Makes a calendar the account's if its text is one. It is off until the user has seen what it would do. */
  async #adopt(
    gitlab: GitLabClient,
    texts: string[],
    source: Pick<StoredCalendar, 'path'>,
    store: () => Promise<void>,
  ): Promise<Added> {
    const { account } = gitlab
    const own = (await this.#options.ownAddresses(gitlab)) ?? []
    const choices = { isOn: false, hasTitles: false, restores: false }
    const facts = await this.#readTexts(texts, { own, hasTitles: false })
    if (!facts) return { problem: 'unreadable' }
    if (!this.#options.accounts().includes(account)) return { problem: 'unreachable' }
    if (source.path === undefined) this.#withAddress.add(account)
    await store()
    if (!this.#options.accounts().includes(account)) {
      await this.#forgetAddress(account)
      return { problem: 'unreachable' }
    }
    const calendar = { id: randomUUID(), ...source, ...choices, own, ...facts }
    this.#write(account, calendar)
    return { calendar: this.#shown(calendar) }
  }

  /** What a calendar contains around now; undefined if it can't be read. */
  async #readTexts(texts: string[], options: Pick<CalendarRequest, 'own' | 'hasTitles'>) {
    refreshLocalZone()
    const readAt = this.#options.clock.now()
    const range = { from: readAt - before, to: readAt + ahead }
    try {
      const read = await this.#options.read({ texts, ...range, ...options })
      return read && { ...read, readAt, problem: undefined }
    } catch {
      // The reason may quote the calendar.
      return undefined
    }
  }

  /** Loads what is due. Returns when to check again (ms since 1970). */
  #startDue(): number {
    const now = this.#options.clock.now()
    let next = Infinity
    for (const account of this.#options.accounts()) {
      const calendar = this.#find(account)
      if (calendar && calendar.path === undefined) this.#withAddress.add(account)
      if (!calendar?.isOn || this.#waitingForKeychain.has(account)) continue
      const at = this.#nextAt.get(account) ?? now
      if (at <= now) void this.#load(account)
      next = Math.min(next, this.#nextAt.get(account) ?? Infinity)
    }
    return next
  }

  /** Loads the calendar even if it hasn't changed. */
  async #loadAgain(account: string): Promise<void> {
    await this.#loading.get(account)
    this.#versions.delete(account)
    this.#waitingForKeychain.delete(account)
    await this.#load(account)
    this.#timer.wake()
  }

  #load(account: string): Promise<void> {
    const running = this.#loading.get(account)
    if (running) return running
    const { clock, log } = this.#options
    const isLocal = this.#find(account)?.path !== undefined
    const jitter = 0.9 + 0.2 * clock.random()
    this.#nextAt.set(account, clock.now() + (isLocal ? localPeriodMs : periodMs * jitter))
    const loading = this.#tryLoading(account)
      .catch((error: unknown) => log("A calendar couldn't be read.", { error }))
      .finally(() => this.#loading.delete(account))
    this.#loading.set(account, loading)
    return loading
  }

  async #tryLoading(account: string): Promise<void> {
    const calendar = this.#find(account)
    if (!calendar) return
    const got = await this.#content(account, calendar)
    if (got === 'unchanged' && calendar.path !== undefined && !calendar.problem) return
    const facts = await this.#factsOf(got, calendar)
    const current = this.#find(account)
    // It may have been replaced or removed, or the account signed out, in the meantime.
    if (current?.id !== calendar.id || !this.#options.accounts().includes(account)) return
    if (current.hasTitles !== calendar.hasTitles || this.#closing.signal.aborted) return
    if (typeof got !== 'string' && facts.problem === undefined)
      this.#versions.set(account, { ...this.#version(calendar), tag: got.tag })
    this.#save(account, { ...current, ...facts })
  }

  /** What a load changes. */
  async #factsOf(
    got: { texts: string[] } | 'unchanged' | Problem,
    calendar: StoredCalendar,
  ): Promise<Partial<StoredCalendar>> {
    if (got === 'unchanged') return { readAt: this.#options.clock.now(), problem: undefined }
    if (typeof got === 'string') return { problem: got }
    return (await this.#readTexts(got.texts, calendar)) ?? { problem: 'unreadable' }
  }

  /** The calendar's text, unless it is the same as before, or why there is none. */
  async #content(
    account: string,
    { path, ...calendar }: StoredCalendar,
  ): Promise<{ texts: string[]; tag: string | undefined } | 'unchanged' | Problem> {
    const known = this.#knownVersion(account, calendar)
    if (path !== undefined) {
      // An edited file may contain another path, and the company may have forbidden it since.
      if (!isCalendarPath(path) || !this.#options.mayReadComputer()) return 'unreadable'
      const files = await readCalendarFiles(this.#absolute(path), known?.tag)
      return typeof files === 'string' ? files : { texts: files.texts, tag: files.version }
    }
    const address = await this.#address(account)
    if (address === undefined) return 'secret'
    const fetched = await this.#fetch(address, known?.tag)
    return typeof fetched === 'string' ? fetched : { texts: [fetched.text], tag: fetched.etag }
  }

  #version({ id }: Pick<StoredCalendar, 'id'>): Omit<Version, 'tag'> {
    const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
    return { calendar: id, zone, readAt: this.#options.clock.now() }
  }

  /** The version last read, if its spans are still right. After a day, later ones are needed. */
  #knownVersion(account: string, calendar: Pick<StoredCalendar, 'id'>): Version | undefined {
    const known = this.#versions.get(account)
    const now = this.#version(calendar)
    const isSame = known?.calendar === now.calendar && known.zone === now.zone
    return isSame && now.readAt - known.readAt < day ? known : undefined
  }

  async #address(account: string): Promise<string | undefined> {
    try {
      const stored = await this.#options.addresses.get(account)
      // The item may have been edited.
      return stored === undefined ? undefined : calendarAddress(stored)
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      this.#waitingForKeychain.add(account)
      return undefined
    }
  }

  async #forgetAddress(account: string): Promise<void> {
    if (!this.#withAddress.has(account)) return
    await this.#options.addresses.remove(account)
    this.#withAddress.delete(account)
  }

  #pauseUntil(account: string, pausedUntil: number | undefined): CalendarState {
    const calendar = this.#find(account)
    if (calendar) this.#write(account, { ...calendar, pausedUntil })
    return this.get(account)
  }

  /** Saves what the user chose. Throws if that fails. */
  #write(account: string, calendar: StoredCalendar | undefined): void {
    const file = this.#options.fileOf(account)
    file.write({ ...file.read(), calendar })
    this.#changed(account)
  }

  #save(account: string, calendar: StoredCalendar): void {
    const file = this.#options.fileOf(account)
    file.saveOrReport({ ...file.read(), calendar })
    this.#changed(account)
  }

  #changed(account: string): void {
    this.#options.onChange(account)
    this.#timer.wake()
  }
}

/** What the page learns about an address that couldn't be used. */
function toProblem(fetched: 'unchanged' | 'unreachable' | 'unreadable'): CalendarProblem {
  return fetched === 'unreadable' ? 'unreadable' : 'unreachable'
}
