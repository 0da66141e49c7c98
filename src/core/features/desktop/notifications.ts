import type { Account } from '../../../shared/app/accounts.ts'
import type { AttentionItem } from '../../../shared/app/attention.ts'
import type { Connectivity } from '../../../shared/app/connectivity.ts'
import type { Notice } from '../../../shared/app/desktop.ts'
import type { QueueEvent } from '../../../shared/host.ts'
import type { Clock } from '../../infra/time/clock.ts'
import { expiryNotification } from './expiry-notifications.ts'
import { endOf } from '../../../shared/status-end.ts'
import type { StatusCache } from './status-cache.ts'
import { QueueWatch } from './queue-watch.ts'
import { type AlreadyNotified, keyOf } from './already-notified.ts'

export interface NotificationsPorts {
  accounts(): readonly Pick<Account, 'id' | 'label'>[]
  /** Reads what an account has to look at. */
  look(account: string): Promise<readonly AttentionItem[]>
  statuses: Pick<StatusCache, 'of'>
  told: AlreadyNotified
  /** Whether the person wants to be told. */
  isWanted(): boolean
  tell(notice: Notice): void
  clock: Pick<Clock, 'now' | 'after'>
}

/** Whoever can show notices. */
export interface Teller {
  /** Whether the person is at their machine. */
  isSomebodyThere(): boolean
}

const minuteMs = 60_000
/** Asking counts as activity of the account, so it is done about once a day, and never while nobody is there. */
const pollIntervalMs = 20 * 60 * minuteMs
/** So long before its end it is told that a status clears itself. */
const statusMs = 10 * minuteMs
/** Hours of the day, of this machine's time, in which it is told of what can wait. */
const day = { from: 7, to: 22 }

/** Finds out what a person should be told, once, while somebody can show it. */
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
      title: `Signed out – ${label}`,
      text: message ?? 'The instance refuses the token of this account.',
      visit: { screen: 'home', account },
      onScreen: true,
    })
  }

  /** Tells something if it was not told before. */
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
    const end = endOf(status)
    const left = end === undefined ? Infinity : end - clock.now()
    if (left > statusMs || left <= 0) return
    const minutes = Math.max(1, Math.round(left / minuteMs))
    const message = status?.message?.trim()
    this.tellOnce({
      key: keyOf(id, 'status', end!),
      title: `Your status is about to clear – ${label}`,
      text: `${message ? `“${message}” clears` : 'It clears'} in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
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
    // What could not be read is looked at the next time.
    const items = await look(account.id).catch(() => [])
    const found = expiryNotification(account, items, { now, isTold: (key) => told.has(key) })
    if (found) this.tellOnce(found.notice, found.keys)
  }
}
