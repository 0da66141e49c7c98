import type { Account } from '../../../shared/app/accounts.ts'
import type { AttentionItem } from '../../../shared/app/attention.ts'
import type { Connectivity } from '../../../shared/app/connectivity.ts'
import type { Notice } from '../../../shared/app/desktop.ts'
import type { QueueEvent } from '../../../shared/host.ts'
import { t } from '../../infra/messages.ts'
import type { Clock } from '../../infra/time/clock.ts'
import { expiryNotification } from './expiry-notifications.ts'
import { statusEnd } from '../../../shared/status-end.ts'
import type { StatusCache } from './status-cache.ts'
import { QueueWatch } from './queue-watch.ts'
import { type AlreadyNotified, keyOf } from './already-notified.ts'

export interface NotificationsPorts {
  accounts(): readonly Pick<Account, 'id' | 'label'>[]
  /** Reads what needs attention in an account. */
  look(account: string): Promise<readonly AttentionItem[]>
  statuses: Pick<StatusCache, 'of'>
  told: AlreadyNotified
  /** Whether notifications are turned on. */
  isWanted(): boolean
  tell(notice: Notice): void
  clock: Pick<Clock, 'now' | 'after'>
}

/** What shows notifications. */
export interface Teller {
  /** Whether the user is at the computer. */
  isSomebodyThere(): boolean
}

const minuteMs = 60_000
/** A read counts as activity of the account, so it happens about once a day, and only while the user is there. */
const pollIntervalMs = 20 * 60 * minuteMs
/** How long before its end a status is announced to clear. */
const statusMs = 10 * minuteMs
/** Local hours of the day for what can wait. */
const day = { from: 7, to: 22 }

/** Finds what to notify of, and does so once. */
export class Notifications {
  readonly #ports: NotificationsPorts
  readonly #queues = new QueueWatch()
  readonly #lookedAt = new Map<string, number>()
  #teller: Teller | undefined
  #cancelTimer: (() => void) | undefined

  constructor(ports: NotificationsPorts) {
    this.#ports = ports
  }

  start(teller: Teller): void {
    const isRunning = this.#teller !== undefined
    this.#teller = teller
    if (!isRunning) this.#wait()
  }

  stop(): void {
    this.#teller = undefined
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
  }

  queue({ account, summary }: Pick<QueueEvent, 'account' | 'summary'>): void {
    const notice = this.#queues.moved(account, summary, this.#ports.clock.now())
    if (notice) this.#tell(notice)
  }

  connectivity({ account, state, message }: Connectivity): void {
    const { accounts, told } = this.#ports
    const key = keyOf(account, 'signed-out')
    if (state === 'online') told.remove((one) => one === key)
    const label = accounts().find(({ id }) => id === account)?.label
    if (state !== 'signed-out' || label === undefined) return
    this.tellOnce({
      key,
      title: t('desktop.signedOutTitle', { account: label }),
      text: message ?? t('desktop.signedOut'),
      visit: { screen: 'home', account },
      onScreen: true,
    })
  }

  /** Shows a notification if it was not shown before. */
  tellOnce(notice: Notice, keys: readonly string[] = [notice.key]): void {
    if (this.#ports.told.has(notice.key) || !this.#tell(notice)) return
    this.#ports.told.add(keys)
  }

  forget(account: string): void {
    this.#queues.forget(account)
    this.#lookedAt.delete(account)
    this.#ports.told.forget(account)
  }

  #tell(notice: Notice): boolean {
    if (!this.#teller || !this.#ports.isWanted()) return false
    this.#ports.tell(notice)
    return true
  }

  #wait(): void {
    this.#cancelTimer = this.#ports.clock.after(minuteMs, () => {
      void this.#turn().then(() => {
        if (this.#teller) this.#wait()
      })
    })
  }

  async #turn(): Promise<void> {
    const { accounts, isWanted } = this.#ports
    if (!isWanted() || !this.#teller?.isSomebodyThere()) return
    for (const account of accounts()) {
      this.#statusOf(account)
      await this.#expiriesOf(account)
    }
  }

  #statusOf({ id, label }: Pick<Account, 'id' | 'label'>): void {
    const { clock, statuses } = this.#ports
    const status = statuses.of(id)
    const end = statusEnd(status)
    const left = end === undefined ? Infinity : end - clock.now()
    if (left > statusMs || left <= 0) return
    const minutes = Math.max(1, Math.round(left / minuteMs))
    const message = status?.message?.trim()
    const text = message
      ? t('desktop.statusClears', { status: message, minutes })
      : t('desktop.unnamedStatusClears', { minutes })
    this.tellOnce({
      key: keyOf(id, 'status', end!),
      title: t('desktop.statusClearsTitle', { account: label }),
      text,
      visit: { screen: 'status', account: id },
      onScreen: false,
    })
  }

  async #expiriesOf(account: Pick<Account, 'id' | 'label'>): Promise<void> {
    const { clock, look, told } = this.#ports
    const now = clock.now()
    const hour = new Date(now).getHours()
    const last = this.#lookedAt.get(account.id)
    if (hour < day.from || hour >= day.to) return
    if (last !== undefined && now - last < pollIntervalMs) return
    this.#lookedAt.set(account.id, now)
    // What could not be read is read the next time.
    const items = await look(account.id).catch(() => [])
    const found = expiryNotification(account, items, { now, isTold: (key) => told.has(key) })
    if (found) this.tellOnce(found.notice, found.keys)
  }
}
