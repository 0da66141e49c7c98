import { createFailureError } from '../../platform/failures.ts'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ReviewPlan, ReviewState } from '../../../shared/operations/review.ts'
import { message } from '../../../shared/messages/message.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { type ReviewPart, partsToRead, reviewParts } from '../../../shared/rules/review.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Throttle } from '../../gitlab/throttle.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { FailureError } from '../../platform/failure.ts'
import type { LogFunction } from '../../platform/log/log.ts'
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
import { type CollectedUser, concernsOnlyUser } from './collect-user.ts'
import { type PlaceToRead, type ItemToRead, placeOf, review } from './review-kind.ts'
import { reviewOptions } from './review-schema.ts'
import { Decisions } from './decisions.ts'
import { ItemStore } from './item-store.ts'
import { type CollectedPlace, type Place, listPlaces } from './places.ts'
import {
  type ReviewDates,
  countProgress,
  datesOf,
  noReview,
  toReviewState,
} from './review-state.ts'
import { remediationOf } from './remediation-results.ts'
import {
  type ReviewParameters,
  openPlan,
  parametersOf,
  selectionToKeep,
  wholeScope,
} from './review-parameters.ts'
import { type EarlierAccess, type UserToReview, ReviewStore } from './review-store.ts'
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

/** The open file with a review's data. */
interface OpenFile {
  database: Database
  store: ReviewStore
  items: ItemStore
  /** The instance's personal access tokens, both during and after reading. */
  reading?: Promise<TokenList> | undefined
  tokens?: { list: TokenList; readAt: number } | undefined
}

/** How many items are copied from an earlier review at a time. */
const followBatchSize = 2_000

/** How long (ms) the instance's token list is used before it is read again, for example after a pause. */
const tokenListAgeMs = 60 * 60_000

interface ReviewStart extends Partial<Pick<ReviewParameters, 'scope' | 'plan'>> {
  selection?: Selection | undefined
  name?: string | undefined
}

/** A group or project to read, with what its list says about it. */
type ListedPlace = Place & Pick<PlaceToRead, 'shares'>

/** All accounts' reviews. Each is a job whose items are users, with a file for collected data. */
export class Reviews {
  readonly #options: ReviewsOptions
  /** By account, then by review. */
  readonly #files = new Map<string, Map<number, OpenFile>>()

  constructor(options: ReviewsOptions) {
    this.#options = options
  }

  save(account: string, { job, target }: ItemToRead, collected: CollectedUser): void {
    if (!this.#options.accounts.ids().includes(account)) return
    this.#file(account, job).store.save(target.id!, collected)
  }

  /** Whether a group is read by an item of its own, or has been read for another one. */
  isKnownGroup(account: string, { job }: ItemToRead, group: number): boolean {
    return this.#file(account, job).items.hasGroup(group)
  }

  /** Stores what was read about a place. Its members become users of a review of a group. */
  savePlace(account: string, { job }: ItemToRead, place: Place, collected: CollectedPlace): void {
    const { accounts, clock } = this.#options
    if (!accounts.ids().includes(account)) return
    const file = this.#file(account, job)
    const store = this.#store(account)
    const addsMembers = parametersOf(store.job(job)).scope.group !== undefined
    const now = clock.now()
    const members = file.items.savePlace(place, collected, { now, addsMembers })
    if (!addsMembers || members.length === 0) return
    // First what is to be read: members without an item would never be.
    const queued = new Set([...store.pages(job)].flat().map(({ target }) => target.id))
    const unqueued = members.filter(({ id }) => !queued.has(id))
    persist(() =>
      store.sql.transaction(() => {
        for (const { id, username, name, state } of unqueued) {
          const target = { id, username, name, state }
          store.insert({ job, action: 'read', target, note: false }, now)
        }
        store.addUsers(job, unqueued.length)
      }),
    )
    file.store.begin(members)
    this.#rememberEarlier(account, job, members)
  }

  /** The parts of users that a review reads. */
  partsOf(account: string, { job }: ItemToRead): ReviewPart[] {
    return partsToRead(parametersOf(this.#store(account).job(job)).scope.subjects)
  }

  /** The instance's personal access tokens for a review's users. One item reads them while the others wait. */
  async tokenList(
    context: ItemContext,
    { job }: ItemToRead,
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

  /** Without counting what was read. */
  dates(account: string): ReviewDates[] {
    return this.#store(account).jobs().map(datesOf)
  }

  state(account: string, id?: number): ReviewState {
    const job = this.#find(account, id)
    if (!job) return noReview
    this.#file(account, job.id)
    return this.#toState(account, job)
  }

  async start(
    gitlab: GitLabClient,
    { selection, name, scope = wholeScope, plan = openPlan }: ReviewStart,
  ): Promise<ReviewState> {
    const { accounts, clock } = this.#options
    const { account } = gitlab
    const users = scope.group || !selection ? [] : await this.#usersOf(gitlab, selection)
    if (users.length === 0 && !scope.group) throw createFailureError('review.nobody')
    const places =
      scope.group || scope.subjects.includes('memberships')
        ? await listPlaces(gitlab, scope.group?.id)
        : []
    const { baseUrl: instance, user } = accounts.account(account)
    const kept = selectionToKeep(scope.group ? undefined : selection)
    const parameters = {
      ...{ name, instance, scope, plan },
      ...(kept && { selection: kept }),
      ...(!places && { isUnlisted: true }),
    }
    const store = this.#store(account)
    const created = clock.now()
    const total = users.length + (places?.length ?? 0)
    const job = persist(() =>
      store.insertJob({
        ...{ parameters, actor: user.username, created, total },
        users: users.length,
      }),
    )
    try {
      await this.#insertPlaces(account, job, places)
      await this.#insert(account, job, users)
      if (scope.follows !== undefined) await this.#follow(account, job, scope.follows)
    } catch (error) {
      persist(() => store.removeJob(job))
      this.removeLeftovers(account)
      throw error
    }
    this.jobsOf(account).runner.change(() => store.startJob(job, created, false))
    return this.state(account, job)
  }

  async #usersOf(gitlab: GitLabClient, selection: Selection): Promise<UserToReview[]> {
    const { directory } = this.#options
    await directory.prepare(gitlab, selection)
    return [...directory.resolve(gitlab.account, selection)].map(toNewUser)
  }

  /** Inserts the places in batches; undefined if the instance doesn't list them. They are read before the users. */
  async #insertPlaces(
    account: string,
    job: number,
    places: readonly ListedPlace[] | undefined,
  ): Promise<void> {
    const store = this.#store(account)
    const { items } = this.#file(account, job)
    if (!places) items.markUnlisted()
    const now = this.#options.clock.now()
    for (let from = 0; from < (places?.length ?? 0); from += changeBatchSize) {
      if (from > 0) await yieldToEventLoop()
      const batch = places!.slice(from, from + changeBatchSize)
      items.insertPlaces(batch)
      persist(() =>
        store.sql.transaction(() => {
          const cancelled = store.isPreparing(job) ? {} : { state: 'cancelled' as const }
          for (const place of batch) {
            const target = { username: place.path, name: place.path }
            const item = { job, action: 'read', target, note: false, parameters: place }
            store.insert({ ...item, ...cancelled }, now)
          }
        }),
      )
    }
  }

  /** Copies the items of the review that this one follows, with what became of them. */
  async #follow(account: string, job: number, earlier: number): Promise<void> {
    const { items } = this.#file(account, job)
    const from = await this.items(account, earlier)
    const results = remediationOf(this.jobsOf(account).sql, earlier)
    const decisions = this.decisions(account, earlier)
    for (const batch of from.batches(followBatchSize)) {
      const decided = decisions.ofItems(batch.map(({ id }) => id))
      items.rememberEarlier(
        batch
          .filter(({ kind }) => kind !== 'unread')
          .map(({ id }) => ({
            id,
            decision: decided.get(id)?.decision ?? null,
            isDone: results.get(id)?.state === 'done',
          })),
      )
      await yieldToEventLoop()
    }
  }

  /** The items of a review, or of the newest one, up to date with what was read. */
  async items(account: string, id: number | undefined): Promise<ItemStore> {
    const job = this.#find(account, id)
    if (!job) return new ItemStore(openDatabase(':memory:', reviewOptions), wholeScope)
    const { items } = this.#file(account, job.id)
    await items.refresh()
    return items
  }

  /** The items of a review as they are, for facts about how they were read. */
  storedItems(account: string, id: number): ItemStore {
    return this.#file(account, id).items
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
    const decisions = new Decisions(this.jobsOf(account).sql, job).earlier(
      users.map(({ id }) => id),
    )
    for (const [review, decided] of Map.groupBy(decisions, (one) => one.review)) {
      const ids = decided.map(({ user }) => user)
      const access = this.#file(account, review).store.access(ids)
      const { lacksTokenList } = parametersOf(this.#store(account).job(review))
      const known = lacksTokenList ? withoutPersonalTokens(access) : access
      store.rememberEarlier(decided, known)
    }
  }

  /** Reads failed parts again, as well as users and places that were skipped because the review was canceled. */
  retry(account: string, id: number): void {
    const store = this.#store(account)
    if (this.parameters(account, id).closed) throw createFailureError('review.closed')
    const now = this.#options.clock.now()
    const file = this.#file(account, id)
    const unread = file.store.retryUnread()
    file.tokens = undefined
    this.jobsOf(account).runner.change(() => {
      const users = [...unread, ...this.#cancelledUsers(account, id)]
      const places = this.#unreadPlaces(account, id)
      if (users.length > 0 || places.length > 0) store.continueJob(id, now)
      store.restartItems(id, now, { users, ids: places })
    })
  }

  /** Reads everything again. */
  readAgain(account: string, id: number): ReviewState {
    const store = this.#store(account)
    const now = this.#options.clock.now()
    const file = this.#file(account, id)
    file.store.forgetRead()
    file.items.restartPlaces([...store.pages(id)].flat().flatMap((item) => placeOf(item) ?? []))
    file.tokens = undefined
    this.jobsOf(account).runner.change(() => {
      store.continueJob(id, now)
      store.restartItems(id, now)
    })
    return this.state(account, id)
  }

  rename(account: string, id: number, name: string): ReviewState {
    return this.change(account, id, { name })
  }

  setPlan(account: string, id: number, plan: ReviewPlan): ReviewState {
    return this.change(account, id, { plan })
  }

  /** Ends deciding. Throws while it is being read. */
  closeReview(account: string, id: number): ReviewState {
    const { phase, closed } = this.state(account, id)
    if (closed) return this.state(account, id)
    if (phase !== 'done' && phase !== 'cancelled') throw createFailureError('review.unread')
    const by = this.#options.accounts.account(account).user.username
    return this.change(account, id, { closed: { by, at: this.#options.clock.now() } })
  }

  /** What a review was started with, and what was decided about it as a whole. */
  parameters(account: string, id: number): ReviewParameters {
    return parametersOf(this.#store(account).job(id))
  }

  /** Changes a review as a whole. */
  change(account: string, id: number, change: Partial<ReviewParameters>): ReviewState {
    const store = this.#store(account)
    const job = store.job(id)
    persist(() => store.setParameters(id, { ...parametersOf(job), ...change }))
    this.jobsOf(account).runner.changed()
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

  /** The ID of this review, or of the newest one; undefined if there is none. */
  idOf(account: string, id: number | undefined): number | undefined {
    return this.#find(account, id)?.id
  }

  /** The data of a review, or of the newest one; undefined if there is none. */
  collected(account: string, id: number | undefined): ReviewStore {
    const job = this.#find(account, id)
    if (job) return this.#file(account, job.id).store
    return new ReviewStore(openDatabase(':memory:', reviewOptions), this.#options.clock.now)
  }

  /** The decisions of a review, or of the newest one. */
  decisions(account: string, id: number | undefined): Decisions {
    return new Decisions(this.jobsOf(account).sql, this.#find(account, id)?.id ?? 0)
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
    return toReviewState(job, {
      run: runs.get(account, job.id),
      progress: countProgress(this.jobsOf(account).sql, job),
      isStuck: this.#isStuck(account),
      retryAt: () => throttle(account).retryAt(),
      // Files of other reviews aren't opened just for a list.
      outsiders: this.#files.get(account)?.get(job.id)?.items.countOutsiders() ?? 0,
    })
  }

  /** Whether the user has to do something first. */
  #isStuck(account: string): boolean {
    return this.jobsOf(account).runner.lastingFailure(review) !== undefined
  }

  #store(account: string): JobStore<ItemToRead> {
    return new JobStore(this.jobsOf(account).sql, review)
  }

  /** Throws if the account doesn't exist or its file can't be opened. */
  jobsOf(account: string): AccountJobs {
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
    const scope = this.#scopeOf(account, id)
    const { subjects } = scope
    const skipped = reviewParts.filter((part) => !partsToRead(subjects).includes(part))
    const file = {
      database,
      store: new ReviewStore(database, clock.now, skipped),
      items: new ItemStore(database, scope),
    }
    const files = this.#files.get(account) ?? new Map<number, OpenFile>()
    this.#files.set(account, files.set(id, file))
    return file
  }

  /** What a review is about. A file may be left over from a removed one. */
  #scopeOf(account: string, id: number): ReviewParameters['scope'] {
    const job = this.#store(account)
      .jobs()
      .find((one) => one.id === id)
    return parametersOf(job ?? { parameters: undefined }).scope
  }

  /** Inserts the users again after the file was damaged or deleted. They are read once the review is resumed. */
  #restore(account: string, id: number, data: ReviewStore): void {
    const store = this.#store(account)
    const { items } = this.#open(account, id)
    if (data.read().total > 0 || items.places().total > 0) return
    const all = [...store.pages(id)].flat()
    const places = all.flatMap((item) => attempt(() => placeOf(item)) ?? [])
    const users = all.flatMap(({ target }) =>
      target.id === undefined ? [] : [{ ...target, id: target.id }],
    )
    if (all.length === 0) return
    items.insertPlaces(places)
    if (parametersOf(store.job(id)).isUnlisted) items.markUnlisted()
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
      .flatMap(({ state, target }) => (state === 'cancelled' ? (target.id ?? []) : []))
  }

  /** The items of places that were read only in part, or skipped because the review was canceled. */
  #unreadPlaces(account: string, id: number): number[] {
    const rows = this.#store(account).sql.all<{ id: number }>(
      `SELECT id FROM items
       WHERE job = ? AND target IS NULL AND (after = 'place-incomplete' OR state = 'cancelled')`,
      id,
    )
    return rows.map((row) => row.id)
  }

  #closeFile(account: string, id: number): void {
    const files = this.#files.get(account)
    files?.get(id)?.database.close()
    files?.delete(id)
  }
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

function fileName(id: number): string {
  return `${id}.db`
}

/** How the screens for runs show reviews. */
export function reviewScreen(reviews: Reviews): JobScreen {
  return {
    nameOf(job) {
      const { name } = parametersOf(job)
      const count = job.users
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
