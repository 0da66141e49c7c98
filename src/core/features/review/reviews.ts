import { createFailureError } from '../../platform/failures.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { ReviewState, ReviewedUser } from '../../../shared/operations/review.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import type { DecisionFilter } from '../../../shared/rules/review.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import { FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { t } from '../../platform/messages.ts'
import {
  type Database,
  openDatabase,
  openRebuildable,
  removeDatabase,
} from '../../platform/sqlite/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { JobAccounts } from '../../jobs/item-context.ts'
import type { ItemContext, Job } from '../../jobs/job-kind.ts'
import { JobStore, changeBatchSize } from '../../jobs/job-store.ts'
import type { AccountJobs, JobScreen, Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import { type CollectedUser, concernsOnlyUser } from './collect-user.ts'
import { type ReviewItem, review } from './review-kind.ts'
import { reviewOptions } from './review-schema.ts'
import { type NewDecision, Decisions } from './decisions.ts'
import type { UndecidedUser } from './review-rows.ts'
import {
  type EarlierAccess,
  type FoundKey,
  type UserToReview,
  type UserFilters,
  type UserQuery,
  ReviewStore,
} from './review-store.ts'
import { type TokenList, readTokenList } from './token-list.ts'

export interface ReviewsOptions {
  jobs: Jobs
  runs: Pick<BackgroundJobs, 'get'>
  accounts: Pick<JobAccounts, 'ids' | 'account'>
  /** The folder for an account's reviews; undefined if its data must not be stored on disk. */
  folderOf(account: string): string | undefined
  directory: {
    prepare(gitlab: GitLabClient, selection: Selection): Promise<void>
    resolve(account: string, selection: Selection): Iterable<DirectoryUser>
  }
  clock: Pick<Clock, 'now'>
  throttle(account: string): Throttle
  log: LogFunction
}

/** What a review knows about a key. */
interface KeyInReview {
  /** The review's ID. */
  review: number
  /** When the key's owner was read; if the key isn't in the review, when that ended. */
  asOf: number
  found?: FoundKey
}

/** The parameters of a review's job. An edited row counts as an unnamed review. */
const ReviewParameters = z
  .object({
    /** Absent if the review is unnamed. */
    name: z.string().optional(),
    instance: z.string(),
    /** Whether the instance turned out to have no list of personal access tokens. */
    lacksTokenList: z.boolean().optional(),
  })
  .catch({ instance: '' })
type ReviewParameters = z.output<typeof ReviewParameters>

/** The open file with a review's data. */
interface OpenFile {
  database: Database
  store: ReviewStore
  /** The instance's personal access tokens, both during and after reading. */
  reading?: Promise<TokenList> | undefined
  tokens?: { list: TokenList; readAt: number } | undefined
}

/** How many users are read from a review's file at a time. */
const ownerBatchSize = 500

/** How long (ms) the instance's token list is used before it is read again, for example after a pause. */
const tokenListAgeMs = 60 * 60_000

/** A filter for a review's users by collected data and decisions. */
type ReviewUserFilter = Pick<UserFilters, 'filters'> & { decided?: DecisionFilter | undefined }

type ReviewStart = { selection: Selection; name?: string | undefined }

/** All accounts' reviews. Each is a job whose items are users, with a file for collected data. */
export class Reviews {
  readonly #options: ReviewsOptions
  /** By account, then by review. */
  readonly #files = new Map<string, Map<number, OpenFile>>()

  constructor(options: ReviewsOptions) {
    this.#options = options
  }

  save(account: string, { job, target }: ReviewItem, collected: CollectedUser): void {
    if (!this.#options.accounts.ids().includes(account)) return
    this.#file(account, job).store.save(target.id, collected)
  }

  /** The instance's personal access tokens for a review's users. One item reads them while the others wait. */
  async tokenList(
    context: ItemContext,
    { job }: ReviewItem,
    isLastTry: boolean,
  ): Promise<TokenList> {
    const { account, signal, now } = context
    const file = this.#file(account, job)
    for (;;) {
      if (file.reading) await file.reading.catch(rethrowFailure)
      else if (file.tokens && now() - file.tokens.readAt < tokenListAgeMs) return file.tokens.list
      else {
        const skip = (error: unknown): TokenList => {
          if (signal.aborted || !concernsOnlyUser(error, isLastTry)) throw error
          return new Map()
        }
        file.reading = readTokenList(file.store.unreadIds(), context).catch(skip)
        try {
          file.tokens = { list: await file.reading, readAt: now() }
        } finally {
          file.reading = undefined
        }
        this.#setLacksTokenList(account, job, file.tokens.list === 'absent')
      }
    }
  }

  #setLacksTokenList(account: string, job: number, lacksTokenList: boolean): void {
    if (!this.#options.accounts.ids().includes(account)) return
    const store = this.#store(account)
    const parameters = { ...parametersOf(store.job(job)), lacksTokenList }
    persist(() => store.setParameters(job, parameters))
  }

  /** The account's reviews, newest first. */
  list(account: string): ReviewState[] {
    return this.#store(account)
      .jobs()
      .map((job) => this.#toState(account, job))
  }

  state(account: string, id?: number): ReviewState {
    const job = this.#find(account, id)
    return job ? this.#toState(account, job) : noReview
  }

  async start(gitlab: GitLabClient, { selection, name }: ReviewStart): Promise<ReviewState> {
    const { accounts, directory, clock } = this.#options
    const { account } = gitlab
    await directory.prepare(gitlab, selection)
    const users = [...directory.resolve(account, selection)].map(toNewUser)
    if (users.length === 0) throw createFailureError('review.nobody')
    const { baseUrl: instance, user } = accounts.account(account)
    const parameters: ReviewParameters = { name, instance }
    const store = this.#store(account)
    const created = clock.now()
    const job = persist(() =>
      store.insertJob({ parameters, actor: user.username, created, total: users.length }),
    )
    try {
      await this.#insert(account, job, users)
    } catch (error) {
      persist(() => store.removeJob(job))
      this.removeLeftovers(account)
      throw error
    }
    this.#of(account).runner.change(() => store.startJob(job, created, false))
    return this.state(account, job)
  }

  /** Inserts the users in batches, to keep the process responsive. */
  async #insert(account: string, job: number, users: readonly UserToReview[]): Promise<void> {
    const store = this.#store(account)
    const data = this.#file(account, job).store
    const now = this.#options.clock.now()
    for (let from = 0; from < users.length; from += changeBatchSize) {
      if (from > 0) await yieldToEventLoop()
      const batch = users.slice(from, from + changeBatchSize)
      data.begin(batch)
      this.#rememberEarlier(account, job, batch)
      persist(() =>
        store.sql.transaction(() => {
          const cancelled = store.isPreparing(job) ? {} : { state: 'cancelled' as const }
          for (const { id, username, name, state } of batch) {
            const target = { id, username, name, state }
            store.insert({ job, action: 'read', target, note: false, ...cancelled }, now)
          }
        }),
      )
    }
  }

  /** Copies the last decisions about users from earlier reviews, with the access that they were about. */
  #rememberEarlier(account: string, job: number, users: readonly { id: number }[]): void {
    const { store } = this.#open(account, job)
    const decisions = new Decisions(this.#of(account).sql, job).earlier(users.map(({ id }) => id))
    for (const [review, decided] of Map.groupBy(decisions, (one) => one.review)) {
      const ids = decided.map(({ user }) => user)
      const access = this.#file(account, review).store.access(ids)
      const { lacksTokenList } = parametersOf(this.#store(account).job(review))
      const known = lacksTokenList ? withoutPersonalTokens(access) : access
      store.rememberEarlier(decided, known)
    }
  }

  /** Reads failed parts again, as well as users who were skipped because the review was canceled. */
  retry(account: string, id: number): void {
    const store = this.#store(account)
    const now = this.#options.clock.now()
    const file = this.#file(account, id)
    const unread = file.store.retryUnread()
    file.tokens = undefined
    this.#of(account).runner.change(() => {
      const users = [...unread, ...this.#cancelledUsers(account, id)]
      if (users.length > 0) store.continueJob(id, now)
      store.restartItems(id, now, users)
    })
  }

  rename(account: string, id: number, name: string): ReviewState {
    const store = this.#store(account)
    const job = store.job(id)
    persist(() => store.setParameters(id, { ...parametersOf(job), name }))
    this.#of(account).runner.changed()
    return this.state(account, id)
  }

  /** Overwrites and deletes the files of reviews that no longer exist. */
  removeLeftovers(account: string): void {
    const folder = this.#options.folderOf(account)
    const keptFiles = new Set(
      this.#store(account)
        .jobs()
        .map(({ id }) => id),
    )
    const open = [...(this.#files.get(account)?.keys() ?? [])]
    const storedFiles = folder === undefined || !existsSync(folder) ? [] : readdirSync(folder)
    const ids = storedFiles.flatMap((name) => (/^\d+\.db$/.test(name) ? Number.parseInt(name) : []))
    for (const id of new Set([...open, ...ids])) {
      if (keptFiles.has(id)) continue
      this.#open(account, id).store.clear()
      this.#closeFile(account, id)
      if (folder !== undefined) removeDatabase(join(folder, fileName(id)))
    }
  }

  /** The data of a review, or of the newest one; undefined if there is none. */
  collected(account: string, id: number | undefined): ReviewStore {
    const job = this.#find(account, id)
    if (job) return this.#file(account, job.id).store
    return new ReviewStore(openDatabase(':memory:', reviewOptions), this.#options.clock.now)
  }

  /** What the newest review that has ended knows about a key; undefined if there is none. */
  findKey(account: string, fingerprint: string): KeyInReview | undefined {
    const id = this.#endedReviews(account).at(-1)?.id
    if (id === undefined) return undefined
    const { created, ended = created } = this.#options.runs.get(account, id)
    const found = this.#file(account, id).store.findKey(fingerprint)
    return found ? { review: id, asOf: found.readAt ?? ended, found } : { review: id, asOf: ended }
  }

  /** Changes with every review that ends or is removed. */
  signature(account: string): string {
    return this.#endedReviews(account)
      .map(({ id, read, incomplete }) => `${id}:${read}:${incomplete}`)
      .join(' ')
  }

  /** What all ended reviews have read about users, oldest review first, in batches. */
  *readOwners(account: string): Iterable<ReviewedOwner[]> {
    for (const { id } of this.#endedReviews(account)) {
      const store = this.collected(account, id)
      for (let after: number | undefined = -Infinity; after !== undefined;) {
        const owners: ReviewedOwner[] = store.ownersAfter(after, ownerBatchSize)
        if (owners.length > 0) yield owners
        after = owners.at(-1)?.user
      }
    }
  }

  #endedReviews(account: string): ReviewState[] {
    const ended = this.list(account).filter(
      ({ phase }) => phase === 'done' || phase === 'cancelled',
    )
    return ended.toReversed()
  }

  /** One page of users with their decisions, along with its screen's totals. */
  usersPage(
    account: string,
    id: number | undefined,
    { decided, ...query }: Omit<UserQuery, 'among'> & ReviewUserFilter,
  ) {
    const decisions = this.#decisions(account, id)
    const store = this.collected(account, id)
    const page = store.usersPage({ ...query, among: decisions.select(decided) })
    return {
      ...page,
      items: addDecisions(page.items, decisions, store),
      decisions: decisions.counts(store.read().total),
    }
  }

  /** The matching users' IDs. */
  ids(account: string, id: number | undefined, { decided, filters }: ReviewUserFilter): number[] {
    const among = this.#decisions(account, id).select(decided)
    return this.collected(account, id).ids({ filters, among })
  }

  /** Stores a decision about these users or about all that match. Returns how many it changed. */
  decide(
    account: string,
    id: number,
    users: readonly number[] | ReviewUserFilter,
    decision: Pick<NewDecision, 'decision' | 'note'>,
  ): number {
    const ids = 'filters' in users ? this.ids(account, id, users) : users
    const by = this.#options.accounts.account(account).user.username
    const decided = { ...decision, by, at: this.#options.clock.now() }
    const changed = persist(() => this.#decisions(account, id).decide(ids, decided))
    if (changed > 0) this.#of(account).runner.changed()
    return changed
  }

  #decisions(account: string, id: number | undefined): Decisions {
    return new Decisions(this.#of(account).sql, this.#find(account, id)?.id ?? 0)
  }

  forget(account: string): void {
    for (const id of [...(this.#files.get(account)?.keys() ?? [])]) this.#closeFile(account, id)
    this.#files.delete(account)
  }

  close(): void {
    for (const account of [...this.#files.keys()]) this.forget(account)
  }

  /** The review with this ID, or the newest one. Throws if there is no review with the ID. */
  #find(account: string, id: number | undefined): Job | undefined {
    const store = this.#store(account)
    return id === undefined ? store.jobs()[0] : store.job(id)
  }

  #toState(account: string, job: Job): ReviewState {
    const { runs, throttle } = this.#options
    const run = runs.get(account, job.id)
    const { state, total, actor, created, ended, waiting, firstRequest, lastAnswer } = run
    const phase = this.#isStuck(account) && state === 'running' ? 'paused' : phases[state]
    const until = phase === 'running' && waiting ? throttle(account).retryAt() : Infinity
    const { name, instance, lacksTokenList } = parametersOf(job)
    return {
      id: job.id,
      name: name ?? t('review.defaultName', { count: total }),
      phase,
      total,
      ...this.#progress(account, job),
      startedAt: created,
      firstRequest,
      lastAnswer,
      ...(phase === 'done' && ended !== undefined && { finishedAt: ended }),
      by: actor,
      instance,
      ...(lacksTokenList && { lacksTokenList }),
      ...(waiting && { failure: waiting }),
      ...(until < Infinity && { until }),
    }
  }

  /** Whether the user has to do something first. */
  #isStuck(account: string): boolean {
    return this.#of(account).runner.lastingFailure(review) !== undefined
  }

  #progress(account: string, { id }: Job) {
    return this.#store(account).sql.one<Pick<ReviewState, 'read' | 'incomplete' | 'gone'>>(
      `SELECT count(*) AS read, count(*) FILTER (WHERE after = 'incomplete') AS incomplete,
         count(*) FILTER (WHERE after = 'gone') AS gone FROM items WHERE job = ? AND state = 'done'`,
      id,
    )!
  }

  #store(account: string): JobStore<ReviewItem> {
    return new JobStore(this.#of(account).sql, review)
  }

  /** Throws if the account doesn't exist or its file can't be opened. */
  #of(account: string): AccountJobs {
    return this.#options.jobs.of(account)
  }

  #file(account: string, id: number): OpenFile {
    const isOpen = this.#files.get(account)?.has(id)
    const file = this.#open(account, id)
    if (!isOpen) this.#restore(account, id, file.store)
    return file
  }

  #open(account: string, id: number): OpenFile {
    const open = this.#files.get(account)?.get(id)
    if (open) return open
    const { folderOf, clock, log } = this.#options
    const folder = folderOf(account)
    const database =
      folder === undefined
        ? openDatabase(':memory:', reviewOptions)
        : openRebuildable(join(folder, fileName(id)), reviewOptions, log)
    const file = { database, store: new ReviewStore(database, clock.now) }
    const files = this.#files.get(account) ?? new Map<number, OpenFile>()
    this.#files.set(account, files.set(id, file))
    return file
  }

  /** Inserts the users again after the file was damaged or deleted. They are read once the review is resumed. */
  #restore(account: string, id: number, data: ReviewStore): void {
    const store = this.#store(account)
    if (data.read().total > 0) return
    const users = [...store.pages(id)].flat().map(({ target }) => target)
    if (users.length === 0) return
    data.begin(users.map(({ id, username, name, state = '' }) => ({ id, username, name, state })))
    this.#rememberEarlier(account, id, users)
    persist(() =>
      store.sql.transaction(() => {
        store.restartItems(id, this.#options.clock.now())
        store.reopenJob(id, this.#options.clock.now())
        store.pauseJob(id)
      }),
    )
  }

  #cancelledUsers(account: string, id: number): number[] {
    return [...this.#store(account).pages(id)]
      .flat()
      .flatMap(({ state, target }) => (state === 'cancelled' ? [target.id] : []))
  }

  #closeFile(account: string, id: number): void {
    const files = this.#files.get(account)
    files?.get(id)?.database.close()
    files?.delete(id)
  }
}

function addDecisions(
  users: readonly UndecidedUser[],
  decisions: Decisions,
  store: ReviewStore,
): ReviewedUser[] {
  const ids = users.map(({ id }) => id)
  const decided = decisions.of(ids)
  const earlier = store.earlier(ids)
  return users.map((user) => ({
    ...user,
    decided: decided.get(user.id) ?? null,
    last: earlier.get(user.id) ?? null,
  }))
}

/** Personal access tokens that an instance doesn't list are unknown, so that they don't look new later. */
function withoutPersonalTokens({ users, access }: EarlierAccess): EarlierAccess {
  return {
    users: users.map(({ id, unread }) => ({ id, unread: `${unread} personal`.trim() })),
    access,
  }
}

/** A failure affects all items. But if an item was only stopped, the next one reads the list. */
function rethrowFailure(error: unknown): void {
  if (error instanceof FailureError) throw error
}

const noReview: ReviewState = { phase: 'none', total: 0, read: 0, incomplete: 0, gone: 0 }

function fileName(id: number): string {
  return `${id}.db`
}

const phases: Record<JobSummary['state'], ReviewState['phase']> = {
  preparing: 'running',
  running: 'running',
  paused: 'paused',
  finished: 'done',
  cancelled: 'cancelled',
}

function parametersOf({ parameters }: Job): ReviewParameters {
  // guard: damaged-review
  return ReviewParameters.parse(parameters)
}

/** How the screens for runs show reviews. */
export function reviewScreen(reviews: Reviews): JobScreen {
  return {
    nameOf(job) {
      const { name } = parametersOf(job)
      const count = job.total
      return name === undefined
        ? message('review.runTitle', { count })
        : message('review.namedRunTitle', { count, name })
    },
    retry: (account, id) => reviews.retry(account, id),
    removeLeftovers: (account) => reviews.removeLeftovers(account),
  }
}

/** The fields of a user that are known before they are read. */
function toNewUser({ id, username, name, email, state, approved_on }: DirectoryUser): UserToReview {
  return { id, username, name, email, state, approved_on }
}
