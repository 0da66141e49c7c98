import type { Evidence } from '../../shared/operations/jobs.ts'
import type { HoldCause, HoldReason, QueueItem } from '../../shared/operations/queue.ts'
import type { Text } from '../../shared/messages/message.ts'
import { type CappedAction, queueActionsOf } from '../../shared/rules/ceilings.ts'
import { countInStates, unsentStates } from '../../shared/rules/item-states.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { PerAccount } from '../accounts/per-account.ts'
import type { CopyEntry } from '../audit-log/audit-copy.ts'
import { AuditLog, type NewEntry } from '../audit-log/audit-log.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import { isolate } from '../platform/log/isolate.ts'
import type { Database } from '../platform/sqlite/database.ts'
import { Sql } from '../platform/sqlite/sql.ts'
import { usersAhead } from './at-ceiling.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import type { EvidenceReaders } from './evidence.ts'
import type { Job, JobItem, JobKind } from './job-kind.ts'
import type { ReportColumns, SkippedCells } from './job-report.ts'
import { JobRunner, type JobRunnerOptions } from './job-runner.ts'
import { JobStore } from './job-store.ts'
import { openJobs } from './open-jobs.ts'
import { logOwner } from './record-outcome.ts'

export interface JobsOptions extends Omit<
  JobRunnerOptions,
  'account' | 'auditLog' | 'kinds' | 'limit' | 'sql' | 'throttle'
> {
  throttle(account: string): JobRunnerOptions['throttle']
  /** Path of an account's database; undefined for an account kept only in memory. */
  pathOf(account: string): string | undefined
  /** Where audit logs are archived. */
  auditLogs: string
  /** Copies each audit entry, except those of accounts kept only in memory. */
  copyEntry?: CopyEntry | undefined
}

/** Describes a job kind to the screens that all kinds share. */
export interface JobScreen {
  /** Describes a job's action and number of users. */
  nameOf(job: Job): Text
  /** Requeues a job's failed items. */
  retry(account: string, job: number): unknown
  /** Whether a finished job could be reversed by a new one. */
  isReversible?(sql: Sql, job: Job): boolean
  /** A job's action that can't be undone. */
  irreversible?(job: Job): QueueAction | undefined
  /** The name of a job's plan. */
  planOf?(job: Job): string | undefined
  /** An item's results if it removes a user's objects; absent for kinds that don't change users. */
  objectsOf?: EvidenceReaders['objectsOf']
  /** An item's results if it hands over what depends on a user, or takes a second look. */
  handedOverOf?: EvidenceReaders['handedOverOf']
  lookOf?: EvidenceReaders['lookOf']
  /** What depended on one of a job's users. */
  dependentsOf?(job: Job, user: number): Evidence['users'][number]['dependents']
  /** The job whose created users this job deletes. */
  undoes?(job: Job): number | undefined
  /** Number of users that a partial job left for another job that hasn't been started yet. */
  restOf?(sql: Sql, job: Job): number
  /** Number of done items that lack something, which a retry adds. */
  lackingOf?(sql: Sql, job: Job): number
  /** Why a job couldn't be written completely. */
  failureOf?(account: string, job: number): UnformattedFailure | undefined
  /** Fields that its items show in addition to the common ones. */
  detailsOf?(item: JobItem): Pick<QueueItem, 'email' | 'remark'>
  /** Report columns that extend or override the common ones. */
  columns?: ReportColumns
  /** Rows of its source that a job left out, for its page and report. */
  skipped?: { count(sql: Sql, job: Job): number; rows(sql: Sql, job: Job): SkippedCells[] }
  /** Deletes the kind's data on jobs that no longer exist. */
  removeLeftovers?(account: string): void
}

/** An account's jobs and its audit log. */
export interface AccountJobs {
  database: Database
  sql: Sql
  runner: JobRunner
  auditLog: AuditLog
}

/** How long (ms) a sign-out waits for items in flight, whose outcomes belong in the archived audit log. */
const signOutPatienceMs = 5_000
/** How long (ms) items in flight may take when Latchkey quits. */
const quitPatienceMs = 5_000

/**
 * Each account's jobs and audit log. They share a database, so an outcome and its audit entry are written atomically.
 * Guarantee: nothing is sent for an account, or written to its file, after it signed out.
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

  /** Registers a kind. Call before the files are opened. */
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

  /** URL of an account's instance. Throws if the account doesn't exist. */
  instanceOf(account: string): string {
    return this.#options.accounts.account(account).baseUrl
  }

  /** Opens all accounts' files, so damage is detected before anything is sent. */
  openAll(): void {
    for (const account of this.#options.accounts.ids()) {
      this.#accounts.get(account)
    }
    this.prune()
  }

  /** Resumes items left unsent by the last process. */
  start(): void {
    this.#isStarted = true
    for (const { runner } of this.#accounts.all()) runner.start()
  }

  /** Throws if the account doesn't exist or its file can't be opened. */
  of(account: string): AccountJobs {
    // Throws if the account doesn't exist.
    this.#options.accounts.account(account)
    return this.#accounts.get(account)
  }

  /** Undefined if the file couldn't be opened, which must only affect jobs. */
  ifOpen(account: string): AccountJobs | undefined {
    return this.#accounts.find(account)
  }

  /** Throws if the account keeps an audit log and the entry can't be stored. */
  note(account: string, entry: NewEntry): void {
    const isGone = !this.#options.accounts.ids().includes(account)
    if (isGone && !this.#keptLogs.has(account)) return
    this.of(account).auditLog.add(entry)
  }

  /** How many users of an instance a capped action is about to be sent for, with all accounts. */
  usersAhead(instance: string, action: CappedAction): number {
    const { accounts } = this.#options
    const ids = accounts.ids().filter((id) => accounts.account(id).baseUrl === instance)
    const counts = ids.map((id) => {
      const jobs = this.ifOpen(id)
      return jobs ? usersAhead(jobs.sql, queueActionsOf(action)) : 0
    })
    return counts.reduce((sum, count) => sum + count, 0)
  }

  /** Number of items that would remain unsent if Latchkey quit now. */
  unsent(account: string): number {
    const jobs = this.ifOpen(account)
    if (!jobs) return 0
    const counts = this.#kinds
      .filter(({ writes }) => writes)
      .map(({ name }) => new JobStore(jobs.sql, name).countByState())
    return counts.reduce((sum, of) => sum + countInStates(of, [...unsentStates, 'sending']), 0)
  }

  /** Holds waiting items until they are released, because the account lost or changed its token or rights. Never throws. */
  hold(account: string, reason: HoldReason, cause?: HoldCause): void {
    try {
      this.ifOpen(account)?.runner.hold(reason, cause)
    } catch (error) {
      this.#options.log("The action queue couldn't be put on hold.", { error })
    }
  }

  /** Retries failed items immediately, because the user requested it or the account got another token. Never throws. */
  tryNow(account: string): void {
    const jobs = this.ifOpen(account)
    if (!jobs) return
    try {
      for (const { name } of this.#kinds) {
        new JobStore(jobs.sql, name).retryNow(this.#options.clock.now())
      }
      jobs.runner.wake()
    } catch (error) {
      this.#options.log("The action queue couldn't be resumed.", { error })
    }
  }

  /** Deletes items that finished long ago. Items that can't be deleted now are left for the next run. */
  prune(): void {
    for (const account of this.#options.accounts.ids()) {
      const jobs = this.#accounts.find(account)
      if (!jobs) continue
      for (const kind of this.#kinds) prune(kind, jobs.sql, jobs.runner, this.#options)
      isolate(this.#options.log, () => this.removeLeftovers(account))
    }
  }

  /** Deletes data that kinds keep for jobs that no longer exist. */
  removeLeftovers(account: string): void {
    for (const screen of this.#screens.values()) screen.removeLeftovers?.(account)
  }

  /** Opens the files of accounts that have signed in. */
  accountsChanged(): void {
    for (const account of this.#options.accounts.ids()) {
      isolate(this.#options.log, () => this.of(account))
    }
  }

  /** Rechecks which items may start, because a condition has changed. */
  changed(): void {
    for (const { runner } of this.#accounts.all()) runner.changed()
  }

  /** Sends items that can be sent now, because a setting changed. */
  wake(): void {
    for (const { runner } of this.#accounts.all()) runner.wake()
  }

  /** Closes a signed-out account's file. */
  async leave(account: string, { isLogKept }: { isLogKept: boolean }): Promise<void> {
    const jobs = this.#accounts.find(account)
    this.#accounts.forget(account)
    if (isLogKept) this.#keptLogs.add(account)
    if (!jobs) return
    const { log } = this.#options
    // The account has been removed by now, so a file that remains open must not look like a failed sign-out.
    const closing = close(jobs, isLogKept ? signOutPatienceMs : 0).catch((error: unknown) =>
      log("The queue of a signed-out account couldn't be closed.", { error }),
    )
    this.#leaving.add(closing)
    await closing
    this.#leaving.delete(closing)
  }

  /** Stops sending; items that don't finish in a few seconds are verified after the next start. */
  async close(): Promise<void> {
    const closing = this.#accounts.all().map((jobs) => close(jobs, quitPatienceMs))
    await Promise.all([...closing, ...this.#leaving])
  }

  #open(account: string): AccountJobs {
    const { accounts, auditLogs, clock, log, pathOf, throttle } = this.#options
    const owner = logOwner(accounts.account(account))
    const kinds = this.#kinds
    const path = pathOf(account)
    const copyEntry = path === undefined ? undefined : this.#options.copyEntry
    const database = openJobs({ path, kinds, owner, auditLogs, copyEntry, now: clock.now, log })
    const sql = new Sql(database)
    const auditLog = new AuditLog({ database, now: clock.now, copy: copyEntry })
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
    log("Finished actions couldn't be pruned.", { error })
  }
}

async function close({ runner, database }: AccountJobs, patienceMs: number): Promise<void> {
  await runner.close(patienceMs)
  database.close()
}
