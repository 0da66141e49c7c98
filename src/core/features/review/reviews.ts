import { existsSync } from 'node:fs'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Selection } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import type { ReviewFilter } from '../../../shared/rules/review.ts'
import { maxReviewedUsers } from '../../../shared/rules/limits.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { message } from '../../../shared/messages/message.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { ViewedUsers } from '../../accounts/viewed-users.ts'
import { FailureError } from '../../platform/failure.ts'
import { isolate } from '../../platform/log/isolate.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { type Database, openDatabase, openRebuildable } from '../../platform/sqlite/database.ts'
import { AccountReview, type AccountReviewOptions } from './account-review.ts'
import { exportCredentials, exportReviewedUsers } from './export.ts'
import { reviewOptions } from './review-schema.ts'
import {
  type CredentialFilters,
  type CredentialQuery,
  ReviewStore,
  type UserQuery,
} from './review-store.ts'

export interface ReviewsOptions {
  /** The file of an account; undefined if nothing of it may be on disk. */
  pathOf(account: string): string | undefined
  /** The username and the instance of an account. */
  identityOf(account: string): { by: string; instance: string }
  gitlabOf(account: string): GitLabClient
  directory: {
    prepare(gitlab: GitLabClient, selection: Selection): Promise<void>
    resolve(account: string, selection: Selection): Iterable<DirectoryUser>
  }
  /** Users whose last activity is from “View as”. */
  viewed: Pick<ViewedUsers, 'withActivityBeforeView'>
  isLocked(): boolean
  clock: AccountReviewOptions['clock']
  throttle(account: string): AccountReviewOptions['throttle']
  emit(event: { account: string; state: ReviewState }): void
  log: LogFunction
}

interface OpenReview {
  database: Database
  review: AccountReview
}

/** The reviews of all accounts, each opened on first use. */
export class Reviews {
  readonly #options: ReviewsOptions
  readonly #open = new Map<string, OpenReview>()

  constructor(options: ReviewsOptions) {
    this.#options = options
  }

  state(gitlab: GitLabClient): ReviewState {
    return this.#of(gitlab.account).continue(gitlab)
  }

  async start(gitlab: GitLabClient, selection: Selection): Promise<ReviewState> {
    const { directory, identityOf } = this.#options
    await directory.prepare(gitlab, selection)
    const users: DirectoryUser[] = []
    for (const user of directory.resolve(gitlab.account, selection)) {
      if (users.length === maxReviewedUsers) throw tooManyFailure()
      users.push(user)
    }
    if (users.length === 0) throw nobodyFailure()
    return this.#of(gitlab.account).start(gitlab, identityOf(gitlab.account), users)
  }

  pause = (account: string): ReviewState => this.#of(account).pause()
  resume = (gitlab: GitLabClient): ReviewState => this.#of(gitlab.account).resume(gitlab)
  remove = (account: string): ReviewState => this.#of(account).remove()

  users(account: string, query: UserQuery) {
    const { store } = this.#of(account)
    return {
      items: store.users(query),
      total: store.countUsers(query.filters),
      read: store.progress().read,
      counts: store.userCounts(),
    }
  }

  credentials(account: string, query: CredentialQuery) {
    const { store } = this.#of(account)
    return {
      items: store.credentials(query),
      total: store.countCredentials(query),
      read: store.progress().read,
      counts: store.credentialCounts(),
    }
  }

  ids(account: string, filters: readonly ReviewFilter[]): number[] {
    return this.#of(account).store.ids(filters)
  }

  async export(account: string, filters: readonly ReviewFilter[], format: 'csv' | 'json') {
    await yieldToEventLoop()
    return exportReviewedUsers(this.#of(account), filters, format, this.#options.clock.now())
  }

  async exportCredentials(
    account: string,
    query: CredentialFilters & Pick<CredentialQuery, 'order_by'>,
    format: 'csv' | 'json',
  ) {
    await yieldToEventLoop()
    return exportCredentials(this.#of(account), query, format, this.#options.clock.now())
  }

  /** Pauses the review of an account whose token or rights changed, until a person resumes it. */
  hold(account: string): void {
    const { log, pathOf } = this.#options
    const path = pathOf(account)
    const isKept = path !== undefined && existsSync(path)
    if (isKept || this.#open.has(account)) isolate(log, () => this.#of(account).hold())
  }

  /** Nothing is read while Latchkey is locked. */
  onLock(isLocked: boolean): void {
    for (const [account, { review }] of this.#open) {
      if (isLocked) review.stop()
      else review.continue(this.#options.gitlabOf(account))
    }
  }

  forget(account: string): void {
    const open = this.#open.get(account)
    this.#open.delete(account)
    open?.review.close()
    open?.database.close()
  }

  close(): void {
    for (const account of [...this.#open.keys()]) this.forget(account)
  }

  #of(account: string): AccountReview {
    const known = this.#open.get(account)
    if (known) return known.review
    const { pathOf, clock, throttle, isLocked, viewed, emit, log } = this.#options
    const path = pathOf(account)
    const database =
      path === undefined
        ? openDatabase(':memory:', reviewOptions)
        : openRebuildable(path, reviewOptions, log)
    const review = new AccountReview({
      store: new ReviewStore(database, clock.now),
      clock,
      throttle: throttle(account),
      isLocked,
      withOwnActivity: (user) => viewed.withActivityBeforeView(account, user),
      onChange: (state) => emit({ account, state }),
      log,
    })
    this.#open.set(account, { database, review })
    return review
  }
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
