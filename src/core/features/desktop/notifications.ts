import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AttentionItem } from '../../../shared/operations/attention.ts'
import type { Connectivity } from '../../../shared/operations/connectivity.ts'
import type { Notice } from '../../../shared/operations/desktop.ts'
import type { QueueEvent } from '../../../shared/operations/host.ts'
import { t } from '../../platform/messages.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { expiryNotification } from './expiry-notifications.ts'
import { QueueFinishedNotifier } from './queue-finished-notifier.ts'
import { type AlreadyNotified, keyOf } from './already-notified.ts'

export interface NotificationsOptions {
  accounts(): readonly Pick<Account, 'id' | 'label'>[]
  /** Reads which of an account's items need attention. */
  readAttention(account: string): Promise<readonly AttentionItem[]>
  /** Reads an account's status from the instance and stores it for `statusOf`. */
  readStatus(account: string): Promise<unknown>
  /** An account's last known status. */
  statusOf(account: string): UserStatus | undefined
  /** When a status ends, in milliseconds since 1970. Latchkey may clear it before GitLab does. */
  statusEndOf(account: string, status: UserStatus): number | undefined
  alreadyNotified: AlreadyNotified
  /** Whether notifications are on. */
  isEnabled(): boolean
  /** Whether it's an account's quiet hours, during which all but urgent notifications are delayed. */
  isQuiet(account: string): boolean
  notify(notice: Notice): void
  clock: Pick<Clock, 'now' | 'after'>
}

/** Shows notifications. */
export interface NotificationHost {
  /** Whether the user is at the computer. */
  isUserPresent(): boolean
}

const minuteMs = 60_000
/** Reading is account activity, so this reads only about once a day, and only while the user is present. */
const pollIntervalMs = 20 * 60 * minuteMs
/** How long (ms) in advance the user is notified that a status will clear. */
const statusNoticeMs = 10 * minuteMs
/** The hours of the day (local time) in which non-urgent notifications are shown. */
const daytime = { from: 7, to: 22 }

/** Finds things to notify the user about, and notifies about each only once. */
export class Notifications {
  readonly #options: NotificationsOptions
  readonly #queues = new QueueFinishedNotifier()
  readonly #readAt = new Map<string, number>()
  #host: NotificationHost | undefined
  #cancelTimer: (() => void) | undefined

  constructor(options: NotificationsOptions) {
    this.#options = options
  }

  start(teller: NotificationHost): void {
    const isRunning = this.#host !== undefined
    this.#host = teller
    if (!isRunning) this.#scheduleCheck()
  }

  stop(): void {
    this.#host = undefined
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  onQueueEvent({ account, summary }: Pick<QueueEvent, 'account' | 'summary'>): void {
    const notice = this.#queues.update(account, summary, this.#options.clock.now())
    if (notice) this.#notify(notice)
  }

  onConnectivity({ account, state, message }: Connectivity): void {
    const { accounts, alreadyNotified } = this.#options
    const key = keyOf(account, 'signed-out')
    if (state === 'online') alreadyNotified.remove((one) => one === key)
    const label = accounts().find(({ id }) => id === account)?.label
    if (state !== 'signed-out' || label === undefined) return
    this.notifyOnce({
      key,
      title: t('desktop.signedOutTitle', { account: label }),
      text: message ?? t('desktop.signedOut'),
      visit: { screen: 'home', account },
      onScreen: true,
    })
  }

  /** Shows a notification unless it was shown earlier. */
  notifyOnce(notice: Notice, keys: readonly string[] = [notice.key]): void {
    if (this.#options.alreadyNotified.has(notice.key) || !this.#notify(notice)) return
    this.#options.alreadyNotified.add(keys)
  }

  forget(account: string): void {
    this.#queues.forget(account)
    this.#readAt.delete(account)
    this.#options.alreadyNotified.forget(account)
  }

  #notify(notice: Notice): boolean {
    const { isEnabled, isQuiet, notify } = this.#options
    const { account } = notice.visit
    if (!this.#host || !isEnabled() || (account !== undefined && isQuiet(account))) return false
    notify(notice)
    return true
  }

  #scheduleCheck(): void {
    this.#cancelTimer = this.#options.clock.after(minuteMs, () => {
      void this.#check().then(() => {
        if (this.#host) this.#scheduleCheck()
      })
    })
  }

  async #check(): Promise<void> {
    const { accounts, isEnabled, isQuiet } = this.#options
    if (!isEnabled() || !this.#host?.isUserPresent()) return
    for (const account of accounts()) {
      if (isQuiet(account.id)) continue
      this.#checkStatus(account)
      await this.#checkExpiries(account)
    }
  }

  #checkStatus({ id, label }: Pick<Account, 'id' | 'label'>): void {
    const { clock, statusEndOf, statusOf } = this.#options
    const status = statusOf(id)
    const end = status && statusEndOf(id, status)
    const remainingMs = end === undefined ? Infinity : end - clock.now()
    if (remainingMs > statusNoticeMs || remainingMs <= 0) return
    const minutes = Math.max(1, Math.round(remainingMs / minuteMs))
    const message = status?.message?.trim()
    const text = message
      ? t('desktop.statusClears', { status: message, minutes })
      : t('desktop.unnamedStatusClears', { minutes })
    this.notifyOnce({
      key: keyOf(id, 'status', end!),
      title: t('desktop.statusClearsTitle', { account: label }),
      text,
      visit: { screen: 'status', account: id },
      onScreen: false,
    })
  }

  async #checkExpiries(account: Pick<Account, 'id' | 'label'>): Promise<void> {
    const { clock, readAttention, readStatus, alreadyNotified } = this.#options
    const now = clock.now()
    const hour = new Date(now).getHours()
    const last = this.#readAt.get(account.id)
    if (hour < daytime.from || hour >= daytime.to) return
    if (last !== undefined && now - last < pollIntervalMs) return
    this.#readAt.set(account.id, now)
    // Whatever couldn't be read now is read next time.
    const [items] = await Promise.all([
      readAttention(account.id).catch(() => []),
      readStatus(account.id).catch(() => undefined),
    ])
    const notification = expiryNotification(account, items, {
      now,
      isNotified: (key) => alreadyNotified.has(key),
    })
    if (notification) this.notifyOnce(notification.notice, notification.keys)
  }
}
