import type { Database } from '../../platform/sqlite/database.ts'
import type { QueueSummary } from '../../../shared/operations/queue.ts'
import { PerAccount } from '../../accounts/per-account.ts'
import { AuditLog, type NewEntry } from '../../audit-log/audit-log.ts'
import { isolate } from '../../platform/log/isolate.ts'
import { openQueue } from './open-queue.ts'
import { Lanes } from './lanes.ts'
import { ModerationQueue } from './queue.ts'
import type { QueuePorts } from './ports.ts'
import { logOwner } from './record-outcome.ts'

interface ModerationQueuesPorts extends Omit<
  QueuePorts,
  'account' | 'auditLog' | 'lanes' | 'throttle'
> {
  throttle(account: string): QueuePorts['throttle']
  /** The file of an account; undefined for one that keeps nothing on disk. */
  pathOf(account: string): string | undefined
  /** Where audit logs are kept. */
  auditLogs: string
}

/** The contents of an account's database. */
interface Queue {
  database: Database
  queue: ModerationQueue
  auditLog: AuditLog
}

/** How long a sign-out waits for what is being sent, so that its outcome gets into an audit log that is kept; in milliseconds. */
const leavingMs = 5_000

/**
 * The queue and the audit log of each account, which share one database: an outcome and its entry are written together. Promise:
 * nothing is sent for an account, or written to its file, once it has left.
 */
export class ModerationQueues {
  readonly #ports: ModerationQueuesPorts
  readonly #lanes = new Lanes()
  readonly #queues: PerAccount<Queue>
  readonly #leaving = new Set<Promise<void>>()
  /** Accounts that signed out and kept their audit log. */
  readonly #keptLogs = new Set<string>()
  #isStarted = false

  constructor(ports: ModerationQueuesPorts) {
    this.#ports = ports
    this.#queues = new PerAccount((account) => this.#opened(account))
  }

  /** Opens the files of all accounts, so that a damaged one is found before anything is sent. */
  openAll(): void {
    for (const account of this.#ports.accounts.ids()) this.#queues.get(account)
  }

  /** Starts to send the actions that are left from the last time. */
  start(): void {
    this.#isStarted = true
    for (const { queue } of this.#queues.all()) queue.start()
  }

  /** Throws when there is no such account, or its file can't be opened. */
  of(account: string): ModerationQueue {
    return this.#queue(account).queue
  }

  /** Undefined where the file could not be opened, which must affect nothing but the queue. */
  ifOpen(account: string): ModerationQueue | undefined {
    return this.#queues.find(account)?.queue
  }

  /** Undefined in the same cases. */
  auditLogIfOpen(account: string): AuditLog | undefined {
    return this.#queues.find(account)?.auditLog
  }

  /** Throws as `of` does. */
  auditLogOf(account: string): AuditLog {
    return this.#queue(account).auditLog
  }

  /** Throws where an entry that is wanted can't be stored. */
  note(account: string, entry: NewEntry): void {
    const isGone = !this.#ports.accounts.ids().includes(account)
    if (isGone && !this.#keptLogs.has(account)) return
    this.auditLogOf(account).add(entry)
  }

  summary(account: string): QueueSummary | undefined {
    return this.ifOpen(account)?.summary()
  }

  unsent(account: string): number {
    return this.ifOpen(account)?.unsent() ?? 0
  }

  prune(): void {
    for (const { queue } of this.#queues.all()) queue.prune()
  }

  /** Opens the files of accounts that signed in. */
  accountsChanged(): void {
    for (const account of this.#ports.accounts.ids()) {
      isolate(this.#ports.log, () => this.of(account))
    }
  }

  /** Sends what may be sent now, because a setting has changed. */
  wake(): void {
    for (const { queue } of this.#queues.all()) queue.wake()
  }

  /** Closes the file of an account that is signed out. */
  async leave(account: string, { isLogKept }: { isLogKept: boolean }): Promise<void> {
    const queue = this.#queues.find(account)
    this.#queues.forget(account)
    if (isLogKept) this.#keptLogs.add(account)
    if (!queue) return
    const { log } = this.#ports
    // The account is gone; a file that stays open must not look like a failure of that.
    const left = closeQueue(queue, isLogKept ? leavingMs : 0).catch((error: unknown) =>
      log('The queue of an account that signed out could not be closed.', { error }),
    )
    this.#leaving.add(left)
    await left
    this.#leaving.delete(left)
  }

  /** Sends nothing new; actions that don't end in a few seconds are checked after the next start. */
  async close(): Promise<void> {
    await Promise.all([...this.#queues.all().map((queue) => closeQueue(queue)), ...this.#leaving])
  }

  #queue(account: string): Queue {
    // Throws when there is no such account.
    this.#ports.accounts.account(account)
    return this.#queues.get(account)
  }

  #opened(account: string): Queue {
    const { accounts, auditLogs, clock, log, pathOf, throttle } = this.#ports
    const owner = logOwner(accounts.account(account))
    const database = openQueue({ path: pathOf(account), owner, auditLogs, now: clock.now, log })
    const auditLog = new AuditLog({ database, now: clock.now })
    const queue = new ModerationQueue(database, {
      ...this.#ports,
      account,
      auditLog,
      lanes: this.#lanes,
      throttle: throttle(account),
    })
    if (this.#isStarted) queue.start()
    return { database, queue, auditLog }
  }
}

async function closeQueue({ queue, database }: Queue, patienceMs?: number): Promise<void> {
  await queue.close(patienceMs)
  database.close()
}
