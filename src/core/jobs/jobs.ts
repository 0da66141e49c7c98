import type { JobItemSummary } from '../../shared/operations/jobs.ts'
import type { HoldReason } from '../../shared/operations/queue.ts'
import type { Text } from '../../shared/messages/message.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { PerAccount } from '../accounts/per-account.ts'
import { AuditLog, type NewEntry } from '../audit-log/audit-log.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { ReadObjects } from './evidence.ts'
import type { Job, JobItem, JobKind } from './job-kind.ts'
import type { ReportColumns } from './job-report.ts'
import { JobRunner, type JobRunnerOptions } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { openJobs } from './open-jobs.ts'
import { logOwner } from './record-outcome.ts'

export interface JobsOptions extends Omit<
  JobRunnerOptions,
  'account' | 'auditLog' | 'kinds' | 'limit' | 'sql' | 'throttle'
> {
  throttle(account: string): JobRunnerOptions['throttle']
  /** The file of an account; undefined for one that keeps nothing on disk. */
  pathOf(account: string): string | undefined
  /** Where audit logs are kept. */
  auditLogs: string
}

/** What the screens of all kinds need of one. */
export interface JobScreen {
  /** What a job does and to how many. */
  nameOf(job: Job): Text
  /** Queues the failed items of a job again. */
  retry(account: string, job: number): unknown
  /** Whether a new job could change something back of one that has ended. */
  isReversible?(sql: Sql, job: Job): boolean
  /** An action of a job that can't be undone. */
  irreversible?(job: Job): QueueAction | undefined
  /** The name of the plan of a job. */
  planOf?(job: Job): string | undefined
  /** What an item that removes objects of a user found and did; absent for kinds that change no users. */
  objectsOf?: ReadObjects
  /** The job whose users a job deletes. */
  undoes?(job: Job): number | undefined
  /** Why a job could not be written to its end. */
  failureOf?(account: string, job: number): UnformattedFailure | undefined
  /** What its items show beside what those of all kinds do. */
  toItem?(item: JobItem): Pick<JobItemSummary, 'email' | 'note'>
  /** The columns of its report that others don't have, or that it fills otherwise. */
  columns?: ReportColumns
  /** Deletes what it keeps beside its jobs of those that are gone. */
  removeLeftovers?(account: string): void
}

/** The jobs of an account and its audit log. */
export interface AccountJobs {
  database: Database
  sql: Sql
  runner: JobRunner
  auditLog: AuditLog
}

/** How long a sign-out waits for what is being sent, so that its outcome gets into an audit log that is kept; in milliseconds. */
const leavingMs = 5_000
/** Milliseconds in which items in flight may end when Latchkey is closed. */
const closingMs = 5_000

/**
 * The jobs and the audit log of each account, which share one database: an outcome and its entry are written together. Promise: nothing
 * is sent for an account, or written to its file, once it has left.
 */
export class Jobs {
  readonly #options: JobsOptions
  readonly #kinds: JobKind[] = []
  readonly #screens = new Map<string, JobScreen>()
  readonly #limit = new ConcurrencyLimit()
  readonly #accounts: PerAccount<AccountJobs>
  readonly #leaving = new Set<Promise<void>>()
  /** Accounts that signed out and kept their audit log. */
  readonly #keptLogs = new Set<string>()
  #isStarted = false

  constructor(options: JobsOptions) {
    this.#options = options
    this.#accounts = new PerAccount((account) => this.#open(account))
  }

  /** Adds a kind, before the files are opened. */
  register(kind: JobKind, screen: JobScreen): void {
    this.#kinds.push(kind)
    this.#screens.set(kind.name, screen)
  }

  get kinds(): readonly Pick<JobKind, 'name' | 'writes'>[] {
    return this.#kinds
  }

  screenOf(kind: string): JobScreen {
    return this.#screens.get(kind)!
  }

  /** URL of an account's instance. Throws when there is no such account. */
  instanceOf(account: string): string {
    return this.#options.accounts.account(account).baseUrl
  }

  /** Opens the files of all accounts, so that a damaged one is found before anything is sent. */
  openAll(): void {
    for (const account of this.#options.accounts.ids()) {
      this.#accounts.get(account)
    }
    this.prune()
  }

  /** Starts to send what is left from the last time. */
  start(): void {
    this.#isStarted = true
    for (const { runner } of this.#accounts.all()) runner.start()
  }

  /** Throws when there is no such account, or its file can't be opened. */
  of(account: string): AccountJobs {
    // Throws when there is no such account.
    this.#options.accounts.account(account)
    return this.#accounts.get(account)
  }

  /** Undefined where the file could not be opened, which must affect nothing but the jobs. */
  ifOpen(account: string): AccountJobs | undefined {
    return this.#accounts.find(account)
  }

  /** Throws where an entry that is wanted can't be stored. */
  note(account: string, entry: NewEntry): void {
    const isGone = !this.#options.accounts.ids().includes(account)
    if (isGone && !this.#keptLogs.has(account)) return
    this.of(account).auditLog.add(entry)
  }

  /** How many items would be left unsent if everything ended now. */
  unsent(account: string): number {
    const jobs = this.ifOpen(account)
    if (!jobs) return 0
    const counts = this.#kinds
      .filter(({ writes }) => writes)
      .map(({ name }) => new JobStore(jobs.sql, name).countByState())
    return counts.reduce(
      (sum, { undoable = 0, ready = 0, sending = 0 }) => sum + undoable + ready + sending,
      0,
    )
  }

  /** The account lost its token or its rights, or got another token: what waits is sent only once a person says so. Never throws. */
  hold(account: string, reason: HoldReason): void {
    try {
      this.ifOpen(account)?.runner.hold(reason)
    } catch (error) {
      this.#options.log('The queue of actions could not be put on hold.', { error })
    }
  }

  /** A person asked to try again, or the account has another token: what failed waits no longer. Never throws. */
  tryNow(account: string): void {
    const jobs = this.ifOpen(account)
    if (!jobs) return
    try {
      for (const { name } of this.#kinds) {
        new JobStore(jobs.sql, name).retryNow(this.#options.clock.now())
      }
      jobs.runner.wake()
    } catch (error) {
      this.#options.log('The queue of actions could not go on.', { error })
    }
  }

  /** Removes items that finished long ago. What can't be removed now is left for the next time. */
  prune(): void {
    for (const account of this.#options.accounts.ids()) {
      const jobs = this.#accounts.find(account)
      if (!jobs) continue
      for (const kind of this.#kinds) prune(kind, jobs.sql, jobs.runner, this.#options)
      isolate(this.#options.log, () => this.removeLeftovers(account))
    }
  }

  /** Deletes what kinds keep beside jobs that are gone. */
  removeLeftovers(account: string): void {
    for (const screen of this.#screens.values()) screen.removeLeftovers?.(account)
  }

  /** Opens the files of accounts that signed in. */
  accountsChanged(): void {
    for (const account of this.#options.accounts.ids()) {
      isolate(this.#options.log, () => this.of(account))
    }
  }

  /** Something decides otherwise now whether items may be started. */
  changed(): void {
    for (const { runner } of this.#accounts.all()) runner.changed()
  }

  /** Sends what may be sent now, because a setting has changed. */
  wake(): void {
    for (const { runner } of this.#accounts.all()) runner.wake()
  }

  /** Closes the file of an account that is signed out. */
  async leave(account: string, { isLogKept }: { isLogKept: boolean }): Promise<void> {
    const jobs = this.#accounts.find(account)
    this.#accounts.forget(account)
    if (isLogKept) this.#keptLogs.add(account)
    if (!jobs) return
    const { log } = this.#options
    // The account is gone; a file that stays open must not look like a failure of that.
    const left = close(jobs, isLogKept ? leavingMs : 0).catch((error: unknown) =>
      log('The queue of an account that signed out could not be closed.', { error }),
    )
    this.#leaving.add(left)
    await left
    this.#leaving.delete(left)
  }

  /** Sends nothing new; items that don't end in a few seconds are checked after the next start. */
  async close(): Promise<void> {
    const closing = this.#accounts.all().map((jobs) => close(jobs, closingMs))
    await Promise.all([...closing, ...this.#leaving])
  }

  #open(account: string): AccountJobs {
    const { accounts, auditLogs, clock, log, pathOf, throttle } = this.#options
    const owner = logOwner(accounts.account(account))
    const kinds = this.#kinds
    const path = pathOf(account)
    const database = openJobs({ path, kinds, owner, auditLogs, now: clock.now, log })
    const sql = new Sql(database)
    const auditLog = new AuditLog({ database, now: clock.now })
    const runner = new JobRunner({
      ...this.#options,
      account,
      kinds,
      sql,
      auditLog,
      limit: this.#limit,
      throttle: throttle(account),
    })
    if (this.#isStarted) runner.start()
    return { database, sql, runner, auditLog }
  }
}

function prune(
  { name, retentionMs }: JobKind,
  sql: Sql,
  runner: JobRunner,
  { clock, log }: Pick<JobsOptions, 'clock' | 'log'>,
): void {
  try {
    const removed = new JobStore(sql, name).prune(clock.now(), retentionMs)
    if (removed > 0) runner.changed()
  } catch (error) {
    log('The list of finished actions could not be shortened.', { error })
  }
}

async function close({ runner, database }: AccountJobs, patienceMs: number): Promise<void> {
  await runner.close(patienceMs)
  database.close()
}
