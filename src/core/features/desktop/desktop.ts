import { distinctLabel } from '../../../shared/rules/account-label.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Notice, StatusEvent, Visit } from '../../../shared/operations/desktop.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import type { JsonFile } from '../../platform/files/json-file.ts'
import type { Events } from '../../platform/events.ts'
import { currentLanguage, t } from '../../platform/messages.ts'
import { isolate } from '../../platform/log/isolate.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import type { DesktopFile } from './desktop-file.ts'
import type { DesktopState } from './desktop-state.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { statusAt } from '../../../shared/rules/status-end.ts'
import { Notifications, type NotificationsOptions } from './notifications.ts'
import { SeenFailures } from './seen-failures.ts'
import { AlreadyNotified } from './already-notified.ts'

/** How many files are kept until a page shows them. */
const maxPendingFiles = 20

/** A link or files that the page should open. The page fetches them on an event or after it has loaded. */
class PendingVisit {
  #next: Visit | undefined
  readonly #onRequest: () => void

  /** `onRequest` is called after each request. */
  constructor(onRequest: () => void) {
    this.#onRequest = onRequest
  }

  /** The last request wins. Files that haven't been shown yet are kept. */
  request(visit: Visit): void {
    const files = [...(this.#next?.files ?? []), ...(visit.files ?? [])].slice(-maxPendingFiles)
    this.#next = { ...visit, ...(files.length > 0 && { files }) }
    this.#onRequest()
  }

  consume(): Visit | undefined {
    const visit = this.#next
    this.#next = undefined
    return visit
  }
}

export interface DesktopOptions extends Pick<
  NotificationsOptions,
  'isQuiet' | 'readAttention' | 'readStatus' | 'statusEndOf' | 'clock'
> {
  accounts: {
    ids(): string[]
    account(id: string): Account
    lifetime(id: string): 'on-disk' | 'in-memory' | 'nowhere'
  }
  file: JsonFile<DesktopFile>
  settings(): { lastAccount?: string | undefined; notices: boolean }
  recent(account: string): TimedStatus[]
  presets(account: string): TimedStatus[]
  /** How many of an account's access reviews are due soon or overdue. */
  dueReviews(account: string): number
  /** Undefined if the queue can't be read. */
  summary(account: string): QueueSummary | undefined
  events: Events
  log: LogFunction
}

/** How long (ms) to wait for further changes before reporting them. */
const debounceMs = 300

/** Everything outside the page: tray, menus, links, files and notifications. */
export class Desktop {
  readonly pendingVisit: PendingVisit
  readonly notifications: Notifications
  /** Whether the system rejected the last notification. */
  noticesFail = false
  readonly #options: DesktopOptions
  /** Each account's last known status. */
  readonly #statuses = new Map<string, UserStatus>()
  readonly #alreadyNotified: AlreadyNotified
  readonly #seenFailures: SeenFailures
  readonly #watchers = new Set<() => void>()
  #isClosed = false

  constructor(options: DesktopOptions) {
    const { accounts, clock, events, file, isQuiet, settings } = options
    const { readAttention, readStatus, statusEndOf } = options
    const isOnDisk = (account: string) => accounts.lifetime(account) === 'on-disk'
    this.#options = options
    this.#alreadyNotified = new AlreadyNotified({ file, now: clock.now, isOnDisk })
    this.#seenFailures = new SeenFailures(file, isOnDisk)
    this.pendingVisit = new PendingVisit(() => events.emit('visit', {}))
    this.notifications = new Notifications({
      accounts: () => {
        const accounts = this.#accounts()
        return accounts.map((account) => ({ ...account, label: distinctLabel(account, accounts) }))
      },
      readAttention,
      readStatus,
      statusOf: (account) => this.#statusOf(account),
      statusEndOf,
      alreadyNotified: this.#alreadyNotified,
      isEnabled: () => settings().notices,
      isQuiet,
      notify: (notice) => events.emit('notice', notice),
      clock,
    })
    events.on('queue', (news) => this.notifications.onQueueEvent(news))
    events.on('connectivity', (state) => this.notifications.onConnectivity(state))
  }

  state(): DesktopState {
    const { dueReviews, presets, recent, settings } = this.#options
    const accounts = this.#accounts()
    const active = (accounts.find(({ id }) => id === settings().lastAccount) ?? accounts[0])?.id
    const admins = accounts.filter(({ isAdmin }) => isAdmin)
    const counts = admins.map(({ id }) => this.#countsOf(id))
    return {
      accounts,
      active,
      status: active === undefined ? undefined : this.#statusOf(active),
      recents: active === undefined ? [] : recent(active),
      presets: active === undefined ? [] : presets(active),
      queued: counts.reduce((all, { queued }) => all + queued, 0),
      failed: counts.reduce((all, { failed }) => all + failed, 0),
      dueReviews: admins.reduce((all, { id }) => all + dueReviews(id), 0),
    }
  }

  /** Calls back now and after each change. Returns a function that stops this. */
  watch(listener: (state: DesktopState) => void): () => void {
    const { clock, events, log } = this.#options
    const requested = new Set<string>()
    let last: string | undefined
    let cancelTimer: (() => void) | undefined
    const refreshState = () => {
      cancelTimer = undefined
      // By now, the queues may be closed.
      if (this.#isClosed) return
      const state = this.state()
      const text = JSON.stringify([currentLanguage(), state])
      if (text !== last) {
        last = text
        isolate(log, () => listener(state))
      }
      this.#readStatusOnce(state, requested)
    }
    const soon = () => (cancelTimer ??= clock.after(debounceMs, refreshState))
    const ends = (['accounts', 'settings', 'queue'] as const).map((name) => events.on(name, soon))
    this.#watchers.add(soon)
    refreshState()
    return () => {
      cancelTimer?.()
      this.#watchers.delete(soon)
      for (const end of ends) end()
    }
  }

  /**
   * Notifies the user that closing the window keeps Latchkey in the tray: once per data folder, whatever the settings.
   */
  notifyOfTray(): void {
    const key = 'goes on in the tray'
    if (this.#alreadyNotified.has(key)) return
    this.#alreadyNotified.add([key])
    this.notify({
      key,
      title: t('desktop.keepsRunning'),
      text: t('desktop.keepsRunningText'),
      visit: { screen: 'settings' },
      onScreen: false,
    })
  }

  /** Shows the outcome of a click, whatever the settings. */
  notify(notice: Notice): void {
    this.#options.events.emit('notice', notice)
  }

  /** Stores a status that was read, or that was set here and may not have reached the page yet. */
  onStatus(news: StatusEvent, from: 'reading' | 'writing'): void {
    this.#statuses.set(news.account, news.status)
    if (from === 'writing') this.#options.events.emit('status', news)
    this.refresh()
  }

  /** Reads the state again after a change that emits no event. */
  refresh(): void {
    for (const soon of this.#watchers) soon()
  }

  /** How many of an account's failed actions the user hasn't seen. */
  unseenFailures(account: string): number {
    const summary = this.#options.summary(account)
    return summary ? this.#seenFailures.unseen(account, summary.counts) : 0
  }

  /** Marks all of an account's failed actions as seen. */
  markActionsSeen(account: string): void {
    const summary = this.#options.summary(account)
    if (summary) this.#seenFailures.markSeen(account, summary.counts)
    this.refresh()
  }

  forget(account: string): void {
    this.#statuses.delete(account)
    this.notifications.forget(account)
    this.#seenFailures.forget(account)
  }

  close(): void {
    this.#isClosed = true
    this.notifications.stop()
  }

  /** Treats an expired status as empty. */
  #statusOf(account: string): UserStatus | undefined {
    return statusAt(this.#statuses.get(account), this.#options.clock.now())
  }

  #accounts(): Account[] {
    const { accounts } = this.#options
    return accounts.ids().map((id) => accounts.account(id))
  }

  #countsOf(account: string): Pick<DesktopState, 'queued' | 'failed'> {
    const summary = this.#options.summary(account)
    if (!summary) return { queued: 0, failed: 0 }
    const { undoable = 0, ready = 0, sending = 0, conflict = 0 } = summary.counts
    return { queued: undoable + ready + sending, failed: conflict + this.unseenFailures(account) }
  }

  /** Reads the status once. After that, the screens read it. A failed read isn't repeated. */
  #readStatusOnce({ active, status }: DesktopState, requested: Set<string>): void {
    if (active === undefined || status || requested.has(active)) return
    requested.add(active)
    this.#options.readStatus(active).catch(() => undefined)
  }
}
