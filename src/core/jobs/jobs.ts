import type { HoldReason } from '../../shared/operations/queue.ts'
import { PerAccount } from '../accounts/per-account.ts'
import { AuditLog, type NewEntry } from '../audit-log/audit-log.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { JobKind } from './job-kind.ts'
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
  register(kind: JobKind): void {
    this.#kinds.push(kind)
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
    for (const { sql, runner } of this.#accounts.all()) {
      for (const { name } of this.#kinds) prune(new JobStore(sql, name), runner, this.#options)
    }
  }

  /** Opens the files of accounts that signed in. */
  accountsChanged(): void {
    for (const account of this.#options.accounts.ids()) {
      isolate(this.#options.log, () => this.of(account))
    }
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
  store: JobStore,
  runner: JobRunner,
  { clock, log }: Pick<JobsOptions, 'clock' | 'log'>,
): void {
  try {
    if (store.prune(clock.now()) > 0) runner.changed(store.kind)
  } catch (error) {
    log('The list of finished actions could not be shortened.', { error })
  }
}

async function close({ runner, database }: AccountJobs, patienceMs: number): Promise<void> {
  await runner.close(patienceMs)
  database.close()
}
