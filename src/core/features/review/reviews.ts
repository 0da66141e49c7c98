import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { maxReviewedUsers } from '../../../shared/rules/limits.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { ReviewFilter } from '../../../shared/rules/review.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { t } from '../../platform/messages.ts'
import {
  type Database,
  openDatabase,
  openRebuildable,
  removeDatabase,
} from '../../platform/sqlite/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Job } from '../../jobs/job-kind.ts'
import { JobStore, changedAtOnce } from '../../jobs/job-store.ts'
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import type { CollectedUser } from './collect-user.ts'
import { exportCredentials, exportReviewedUsers } from './export.ts'
import { type ReviewItem, review } from './review-kind.ts'
import { reviewOptions } from './review-schema.ts'
import {
  type CredentialFilters,
  type CredentialQuery,
  ReviewStore,
  type UserQuery,
} from './review-store.ts'

export interface ReviewsPorts {
  jobs: Jobs
  /** The folder of an account's reviews; undefined if nothing of it may be on disk. */
  folderOf(account: string): string | undefined
  /** The username and the instance of an account. */
  identityOf(account: string): { by: string; instance: string }
  people: {
    prepare(gitlab: GitLabClient, selection: Selection): Promise<void>
    resolve(account: string, selection: Selection): Iterable<DirectoryUser>
  }
  isLocked(): boolean
  clock: Pick<Clock, 'now'>
  throttle(account: string): Throttle
  log: LogFunction
}

/** What a job of a review has beside its items. */
interface ReviewParameters {
  name: string
  instance: string
}

/** An open file with what a review collected. */
interface OpenFile {
  database: Database
  store: ReviewStore
}

type ReviewStart = { selection: Selection; name?: string | undefined }

/**
 * The reviews of all accounts: jobs whose items are users, each with a file of what it collected. Nothing is read after a start before
 * somebody asks for a review.
 */
export class Reviews {
  readonly #ports: ReviewsPorts
  /** By account and review. */
  readonly #files = new Map<string, Map<number, OpenFile>>()
  /** The accounts of which somebody asked for a review. */
  readonly #asked = new Set<string>()

  constructor(ports: ReviewsPorts) {
    this.#ports = ports
  }

  mayStart(account: string): boolean {
    return this.#asked.has(account) && !this.#ports.isLocked()
  }

  save(account: string, { job, target }: ReviewItem, collected: CollectedUser): void {
    if (this.mayStart(account)) this.#file(account, job).store.save(target.id, collected)
  }

  /** Those that go on, and the newest one, where somebody asked for them. */
  current(account: string): ReviewState[] {
    if (!this.#asked.has(account)) return []
    const jobs = this.#store(account).jobs()
    if (jobs.length === 0) return [none]
    return jobs
      .filter(({ state }, index) => index === 0 || state === 'running')
      .map((job) => this.#toState(account, job))
  }

  /** Newest first. */
  list(account: string): ReviewState[] {
    this.#ask(account)
    return this.#store(account)
      .jobs()
      .map((job) => this.#toState(account, job))
  }

  /** Also goes on with reviews that a restart interrupted. */
  state(account: string, id?: number): ReviewState {
    this.#ask(account)
    const job = this.#find(account, id)
    return job ? this.#toState(account, job) : none
  }

  async start(gitlab: GitLabClient, { selection, name }: ReviewStart): Promise<ReviewState> {
    const { people, identityOf, clock } = this.#ports
    const { account } = gitlab
    await people.prepare(gitlab, selection)
    const users: DirectoryUser[] = []
    for (const user of people.resolve(account, selection)) {
      if (users.length === maxReviewedUsers) throw tooManyFailure()
      users.push(user)
    }
    if (users.length === 0) throw nobodyFailure()
    const { by, instance } = identityOf(account)
    const parameters: ReviewParameters = {
      name: name || t('review.defaultName', { count: users.length }),
      instance,
    }
    const store = this.#store(account)
    const created = clock.now()
    const job = persist(() =>
      store.insertJob({ parameters, actor: by, created, total: users.length }),
    )
    try {
      this.#file(account, job).store.begin(users)
      await this.#insert(account, job, users)
    } catch (error) {
      this.remove(account, job)
      throw error
    }
    this.#ask(account)
    this.#of(account).runner.change(review, () => store.startJob(job, created, false))
    return this.state(account, job)
  }

  /** In parts, so that nothing else has to wait. */
  async #insert(account: string, job: number, users: readonly DirectoryUser[]): Promise<void> {
    const store = this.#store(account)
    const now = this.#ports.clock.now()
    for (let from = 0; from < users.length; from += changedAtOnce) {
      if (from > 0) await yieldToEventLoop()
      persist(() =>
        store.sql.transaction(() => {
          for (const { id, username, name, state } of users.slice(from, from + changedAtOnce)) {
            const target = { id, username, name, state }
            store.insert({ job, action: 'read', target, note: false }, now)
          }
        }),
      )
    }
  }

  pause(account: string, id?: number): ReviewState {
    const job = this.#find(account, id)
    if (job) this.#of(account).runner.pauseJob(review, job.id)
    return this.state(account, id)
  }

  /** Goes on; a finished review reads again what could not be read. */
  resume(account: string, id?: number): ReviewState {
    const job = this.#find(account, id)
    if (!job) return none
    const { clock } = this.#ports
    const store = this.#store(account)
    const { phase } = this.#toState(account, job)
    this.#of(account).runner.change(review, () => {
      if (phase === 'done') {
        store.restartItems(job.id, clock.now(), this.#file(account, job.id).store.retryUnread())
      } else if (job.state === 'cancelled') {
        store.reopenJob(job.id, clock.now())
        store.restartItems(job.id, clock.now(), this.#unreadUsers(account, job.id))
      }
      store.resumeJob(job.id, clock.now())
      store.setPaused(false)
    })
    return this.state(account, job.id)
  }

  rename(account: string, id: number, name: string): ReviewState {
    const store = this.#store(account)
    const job = store.job(id)
    persist(() => store.setParameters(id, { ...parametersOf(job), name }))
    this.#of(account).runner.changed(review)
    return this.state(account, id)
  }

  /** Deletes a review and what it collected. */
  remove(account: string, id?: number): ReviewState {
    const job = this.#find(account, id)
    if (job) {
      const { runner } = this.#of(account)
      const store = this.#store(account)
      persist(() => store.stopJob(job.id, this.#ports.clock.now()))
      // Nothing of it is read any more.
      runner.changed(review)
      this.#file(account, job.id).store.clear()
      this.#closeFile(account, job.id)
      persist(() => store.removeJob(job.id))
      this.#removeFiles(account)
      runner.changed(review)
    }
    return this.state(account)
  }

  users(account: string, { review: id, ...query }: UserQuery & { review?: number | undefined }) {
    const store = this.#dataOf(account, id)
    return {
      items: store.users(query),
      total: store.countUsers(query.filters),
      read: store.read().read,
      counts: store.userCounts(),
    }
  }

  credentials(
    account: string,
    { review: id, ...query }: CredentialQuery & { review?: number | undefined },
  ) {
    const store = this.#dataOf(account, id)
    return {
      items: store.credentials(query),
      total: store.countCredentials(query),
      read: store.read().read,
      counts: store.credentialCounts(),
    }
  }

  ids(account: string, filters: readonly ReviewFilter[], id?: number): number[] {
    return this.#dataOf(account, id).ids(filters)
  }

  async export(
    account: string,
    filters: readonly ReviewFilter[],
    format: 'csv' | 'json',
    id?: number,
  ) {
    await yieldToEventLoop()
    const data = { state: this.state(account, id), store: this.#dataOf(account, id) }
    return exportReviewedUsers(data, filters, format, this.#ports.clock.now())
  }

  async exportCredentials(
    account: string,
    query: CredentialFilters & Pick<CredentialQuery, 'order_by'>,
    format: 'csv' | 'json',
    id?: number,
  ) {
    await yieldToEventLoop()
    const data = { state: this.state(account, id), store: this.#dataOf(account, id) }
    return exportCredentials(data, query, format, this.#ports.clock.now())
  }

  forget(account: string): void {
    this.#asked.delete(account)
    for (const id of [...(this.#files.get(account)?.keys() ?? [])]) this.#closeFile(account, id)
    this.#files.delete(account)
  }

  close(): void {
    for (const account of [...this.#files.keys()]) this.forget(account)
  }

  /** Deletes the files of reviews that were removed by age. */
  removeOldFiles(): void {
    for (const account of this.#asked) this.#removeFiles(account)
  }

  #ask(account: string): void {
    if (this.#asked.has(account)) return
    const { runner } = this.#of(account)
    this.#asked.add(account)
    this.#removeFiles(account)
    runner.wake()
  }

  /** The review with this ID, or the newest one. Throws where there is none with this ID. */
  #find(account: string, id: number | undefined): Job | undefined {
    const store = this.#store(account)
    return id === undefined ? store.jobs()[0] : store.job(id)
  }

  /** What a review collected; nothing where there is none. */
  #dataOf(account: string, id: number | undefined): ReviewStore {
    const job = this.#find(account, id)
    if (job) return this.#file(account, job.id).store
    return new ReviewStore(openDatabase(':memory:', reviewOptions), this.#ports.clock.now)
  }

  #toState(account: string, job: Job): ReviewState {
    const { runner } = this.#of(account)
    const {
      cancelled = 0,
      ready = 0,
      sending = 0,
      unknown = 0,
    } = this.#store(account).countByState(job.id)
    const lasting = runner.lastingFailure(review)
    const isOpen = job.starts === undefined || ready + sending + unknown + cancelled > 0
    const isRunning = job.state === 'running' && !lasting && !this.#store(account).isPaused()
    const phase = !isOpen ? 'done' : isRunning ? 'running' : 'paused'
    const isWaiting = phase === 'running' || (phase === 'paused' && (job.hold || lasting))
    const failure = isWaiting ? runner.waitingReason(review) : undefined
    const until =
      phase === 'running' && failure ? this.#ports.throttle(account).retryAt() : Infinity
    const finishedAt = phase === 'done' ? this.#store(account).lastFinish(job.id) : undefined
    const { name, instance } = parametersOf(job)
    return {
      id: job.id,
      name,
      phase,
      ...this.#progress(account, job),
      startedAt: job.created,
      ...(finishedAt !== undefined && { finishedAt }),
      by: job.actor,
      instance,
      ...(failure && { failure: formatFailure(failure) }),
      ...(until < Infinity && { until }),
    }
  }

  #progress(account: string, { id, total }: Job) {
    const counts = this.#store(account).sql.one<Pick<ReviewState, 'read' | 'incomplete' | 'gone'>>(
      `SELECT count(*) AS read, count(*) FILTER (WHERE after = 'incomplete') AS incomplete,
         count(*) FILTER (WHERE after = 'gone') AS gone FROM items WHERE job = ? AND state = 'done'`,
      id,
    )!
    return { total, ...counts }
  }

  #store(account: string): JobStore<ReviewItem> {
    return new JobStore(this.#of(account).sql, review)
  }

  /** Throws when there is no such account, or its file can't be opened. */
  #of(account: string): AccountJobs {
    return this.#ports.jobs.of(account)
  }

  #file(account: string, id: number): OpenFile {
    const open = this.#files.get(account)?.get(id)
    if (open) return open
    const { folderOf, clock, log } = this.#ports
    const folder = folderOf(account)
    const database =
      folder === undefined
        ? openDatabase(':memory:', reviewOptions)
        : openRebuildable(join(folder, fileName(id)), reviewOptions, log)
    const file = { database, store: new ReviewStore(database, clock.now) }
    const files = this.#files.get(account) ?? new Map<number, OpenFile>()
    this.#files.set(account, files.set(id, file))
    this.#restore(account, id, file.store)
    return file
  }

  /** Its file was damaged or deleted: the users are there again, to be read once somebody resumes the review. */
  #restore(account: string, id: number, data: ReviewStore): void {
    const store = this.#store(account)
    if (data.read().total > 0) return
    const users = [...store.pages(id)].flat().map(({ target }) => target)
    if (users.length === 0) return
    data.begin(users.map(({ id, username, name, state = '' }) => ({ id, username, name, state })))
    persist(() =>
      store.sql.transaction(() => {
        store.restartItems(id, this.#ports.clock.now())
        store.reopenJob(id, this.#ports.clock.now())
        store.pauseJob(id)
      }),
    )
  }

  #unreadUsers(account: string, id: number): number[] {
    return [...this.#store(account).pages(id)]
      .flat()
      .flatMap(({ state, target }) => (state === 'cancelled' ? [target.id] : []))
  }

  #closeFile(account: string, id: number): void {
    const files = this.#files.get(account)
    files?.get(id)?.database.close()
    files?.delete(id)
  }

  /** Removes the files of reviews that are gone. */
  #removeFiles(account: string): void {
    const folder = this.#ports.folderOf(account)
    if (folder === undefined || !existsSync(folder)) return
    const kept = new Set(
      this.#store(account)
        .jobs()
        .map(({ id }) => fileName(id)),
    )
    for (const name of readdirSync(folder)) {
      if (/^\d+\.db$/.test(name) && !kept.has(name)) removeDatabase(join(folder, name))
    }
  }
}

const none: ReviewState = { phase: 'none', total: 0, read: 0, incomplete: 0, gone: 0 }

function fileName(id: number): string {
  return `${id}.db`
}

export function parametersOf({ parameters }: Job): ReviewParameters {
  return parameters as ReviewParameters
}

function tooManyFailure(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('review.tooManyUsers', { max: maxReviewedUsers }),
    hint: message('review.tooManyUsersHint'),
  })
}

function nobodyFailure(): FailureError {
  return new FailureError({
    kind: 'invalid',
    message: message('review.nobody'),
    hint: message('review.nobodyHint'),
  })
}
