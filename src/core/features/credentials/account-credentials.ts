import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CredentialsState } from '../../../shared/operations/credentials.ts'
import { impersonationTokens, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import {
  type CredentialView,
  type InstanceCredentialKind,
  credentialViews,
  instanceCredentialKinds,
} from '../../../shared/rules/credentials.ts'
import { serviceAccounts } from '../../../shared/gitlab/service-accounts.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { readImpersonationIds } from '../../gitlab/user-tokens.ts'
import { CachedLists } from '../../list-copy/cached-lists.ts'
import { copyTexts } from '../../list-copy/copy-texts.ts'
import { fullSync } from '../../list-copy/full-sync.ts'
import type { ListSource, SyncOptions } from '../../list-copy/sync-page.ts'
import { type RunningSync, type SyncNeeds, SyncRunner } from '../../list-copy/sync-runner.ts'
import { type UnformattedFailure, FailureError, formatFailure } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import type { OwnedCredentialRow } from './credential-row.ts'
import type {
  CredentialOrder,
  CredentialOwner,
  CredentialsStore,
  InstanceCredentialFilters,
} from './credentials-store.ts'

/** Where the owners' details come from. */
export interface OwnerDirectory {
  /** When the directory was last loaded completely, in milliseconds since 1970. */
  asOf(): number | undefined
  /** Loads the directory if it never was, and waits until it has been. */
  load(gitlab: GitLabClient, signal: AbortSignal): Promise<void>
  find(ids: readonly number[]): CredentialOwner[]
}

/** The account's reviews. */
export interface ReviewedCredentials {
  /** Changes with every review that is read further, added, or removed. */
  signature(): string
  /** What all reviews have read about users, oldest first, in batches. */
  read(): Iterable<readonly ReviewedOwner[]>
}

export interface AccountCredentialsOptions extends SyncNeeds {
  copy: CredentialsStore
  /** The ID of the account's user. */
  userId(): number
  directory: OwnerDirectory
  reviews: ReviewedCredentials
  diskFailure(): UnformattedFailure | undefined
  onChange(state: CredentialsState): void
}

/** How many owners outside the directory are read individually in one load. */
const maxReadOwners = 500
/** How many owners are compared at a time. */
const ownerBatchSize = 500

/** The copy of all credentials of an account's instance. Runs one load at a time. */
export class AccountCredentials {
  readonly #options: AccountCredentialsOptions
  readonly #runner: SyncRunner<'tokens' | 'owners'>
  readonly #lists: CachedLists
  #refreshing: Promise<void> | undefined
  #isReadingTokens = false
  /** Tokens that were revoked while they were being read, whose pages may be older. */
  readonly #revoked = new Set<number>()

  constructor(options: AccountCredentialsOptions) {
    this.#options = options
    options.copy.now = options.clock.now
    this.#lists = new CachedLists(options.copy)
    this.#runner = new SyncRunner({
      ...options,
      source: tokenSource(false),
      sync: (gitlab, sync, syncOptions) => this.#sync(gitlab, sync, syncOptions),
      onEnd: () => this.#lists.forget(),
      onChange: () => options.onChange(this.state()),
    })
  }

  verify(): Promise<void> {
    return this.#runner.verify()
  }

  state(): CredentialsState {
    const { copy, diskFailure } = this.#options
    const failure = this.#runner.failure ?? diskFailure()
    const { asOf, began, skipped } = copy.progress()
    const isUnsupported = copy.fact('unsupported') === 'yes'
    const { running } = this.#runner
    const ownersAsOf = copy.fact('ownersAsOf')
    const isLoading = running?.of === 'tokens' && asOf !== undefined
    return {
      // A load of an instance without the list is whole.
      phase: isUnsupported && !running && !failure ? 'whole' : this.#runner.phase,
      reading: running?.of,
      isUnsupported,
      tokens: copy.known(),
      asOf,
      loadedCount: isLoading ? (began === undefined ? 0 : copy.syncState.countSeen()) : undefined,
      skipped: skipped > 0 ? skipped : undefined,
      ownersAsOf: ownersAsOf === undefined ? undefined : Number(ownersAsOf),
      ownerUnknown: this.#lists.count('ownerUnknown', () =>
        copy.count({ kinds: [], filters: ['ownerUnknown'] }),
      ),
      keys: copy.keyReadings(),
      failure: failure && formatFailure(failure),
    }
  }

  /** Loads all tokens, or continues an interrupted load. */
  sync(gitlab: GitLabClient): CredentialsState {
    if (!this.#runner.running) this.#runner.start(gitlab, 'tokens')
    return this.state()
  }

  stop(): CredentialsState {
    this.#runner.stop()
    return this.state()
  }

  pause(): void {
    if (!this.#runner.running) return
    this.#runner.abort()
    this.#runner.emit()
  }

  end(): void {
    this.#runner.end()
  }

  /**
   * Updates owners and keys from the directory and the reviews if these have changed, yielding to other work. Does
   * nothing while a load reads tokens, which a worker writes to the file: the load does this later.
   */
  async refresh(): Promise<void> {
    if (this.#isReadingTokens) return
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined))
    await this.#refreshing
  }

  /** One page of the matching credentials. */
  page(
    query: InstanceCredentialFilters & CredentialOrder,
    { offset, limit }: { offset: number; limit: number },
  ): { rows: OwnedCredentialRow[]; total: number } {
    const numbers = this.numbers(query)
    return {
      rows: this.rows([...numbers.subarray(offset, offset + limit)]),
      total: numbers.length,
    }
  }

  /** The numbers of all matching rows, in order. */
  numbers(query: InstanceCredentialFilters & CredentialOrder): Float64Array {
    return this.#lists.list(this.#key(query), () => this.#options.copy.numbers(query))
  }

  /** Tokens are as recent as the last complete load. */
  rows(numbers: readonly number[]): OwnedCredentialRow[] {
    const { copy } = this.#options
    const { asOf = 0 } = copy.progress()
    return copy
      .rows(numbers)
      .map((row) =>
        row.source === 'token' ? { ...row, read_at: Math.max(row.read_at, asOf) } : row,
      )
  }

  /** How many credentials each view has; null if that can't be known yet. Yields to other work. */
  async counts(): Promise<Record<CredentialView, number | null>> {
    const { copy } = this.#options
    const isLoaded = copy.known() > 0 || copy.keyReadings() !== undefined
    const counts = {} as Record<CredentialView, number | null>
    for (const view of credentialViews) {
      const filters = { kinds: [], filters: [view] }
      counts[view] =
        isLoaded && this.#canCount(view)
          ? this.#lists.count(this.#key(filters), () => copy.count(filters))
          : null
      await yieldToEventLoop()
    }
    return counts
  }

  /** Counts the credentials that match each of these filters, for reports. */
  report(queries: readonly InstanceCredentialFilters[]) {
    const { copy } = this.#options
    return {
      state: this.state(),
      hasLastUse: copy.hasLastUse(),
      counts: queries.map((query) => copy.count(query)),
    }
  }

  kindCounts(): Record<InstanceCredentialKind, number> {
    const { copy } = this.#options
    let counted: Map<string, number> | undefined
    const countOf = (kind: InstanceCredentialKind) =>
      this.#lists.count(`kind ${kind}`, () => {
        counted ??= new Map(copy.countKinds().map((row) => [row.kind, row.count]))
        return counted.get(kind) ?? 0
      })
    const entries = instanceCredentialKinds.map((kind) => [kind, countOf(kind)] as const)
    return Object.fromEntries(entries) as Record<InstanceCredentialKind, number>
  }

  tokenIds(filters: InstanceCredentialFilters): number[] {
    return this.#options.copy.tokenIds(filters)
  }

  ownerIds(filters: InstanceCredentialFilters): number[] {
    return this.#options.copy.ownerIds(filters)
  }

  /** Reads a user's impersonation tokens. */
  async tellApart(gitlab: GitLabClient, user: number): Promise<void> {
    const { clock } = this.#options
    const at = clock.now()
    const ids = await readImpersonationIds(gitlab, user)
    if (!ids) throw createFailureError('tokens.unreadable')
    this.#runner.change(() => this.#options.copy.tellApart(user, [...ids], at))
  }

  /** Updates a token that was just read, if it is in the copy. */
  patch(token: PersonalAccessToken): void {
    this.#revoked.delete(token.id)
    if (!this.#options.copy.has(token.id)) return
    this.#runner.markUpdated(token.id)
    this.#runner.change(() => this.#options.copy.put(token))
  }

  /** Notes that a token no longer works, if it is in the copy. */
  markRevoked(id: number): void {
    if (this.#isReadingTokens) this.#revoked.add(id)
    this.#runner.change(() => this.#options.copy.markRevoked(id))
  }

  #canCount(view: CredentialView): boolean {
    const { copy } = this.#options
    if (view === 'ownerBlocked') return copy.hasOwners()
    return (view !== 'unused' && view !== 'neverUsed') || copy.hasLastUse()
  }

  /** Includes the day, on which filters depend. */
  #key(query: object): string {
    return JSON.stringify([query, Math.floor(this.#options.clock.now() / 86_400_000)])
  }

  async #sync(
    gitlab: GitLabClient,
    sync: RunningSync<'tokens' | 'owners'>,
    options: SyncOptions,
  ): Promise<void> {
    const { copy } = this.#options
    await this.#assertRights(gitlab, options)
    const isSorted = await findIsSorted(gitlab, options)
    copy.setFact('unsupported', isSorted === 'unsupported' ? 'yes' : 'no')
    if (isSorted === 'unsupported') return
    await this.#readTokens(gitlab, options, isSorted)
    sync.of = 'owners'
    this.#runner.scheduleEvent()
    copy.setServiceAccounts(await readServiceAccounts(gitlab, options))
    await this.#options.directory.load(gitlab, options.signal)
    await this.refresh()
    await this.#compareOwners()
    await this.#readUnknownOwners(gitlab, options)
  }

  async #readTokens(gitlab: GitLabClient, options: SyncOptions, isSorted: boolean): Promise<void> {
    const source = tokenSource(isSorted)
    this.#isReadingTokens = true
    try {
      await this.#refreshing
      await fullSync(
        gitlab,
        this.#checked(gitlab, options),
        { ...options, source },
        isSorted ? 4 : 1,
      )
    } finally {
      await options.pages.end()
      this.#isReadingTokens = false
      const revoked = [...this.#revoked]
      this.#revoked.clear()
      for (const id of revoked) this.markRevoked(id)
    }
  }

  /** The copy, which removes tokens only if the account can still see those of others. */
  #checked(gitlab: GitLabClient, options: SyncOptions) {
    const { copy } = this.#options
    return {
      syncState: copy.syncState,
      progress: () => copy.progress(),
      begin: (now: number) => copy.begin(now),
      finish: async (now: number) => {
        await this.#assertRights(gitlab, options)
        copy.finish(now)
      },
    }
  }

  /**
   * Throws unless the account has administrator rights now. Without them, GitLab lists only the account's own tokens, as if
   * there were no others.
   */
  async #assertRights(gitlab: GitLabClient, { signal }: SyncOptions): Promise<void> {
    const input = { user_id: this.#options.userId() }
    await gitlab.page(impersonationTokens.list, input, undefined, { signal })
    signal.throwIfAborted()
  }

  async #refresh(): Promise<void> {
    const { copy, directory, reviews } = this.#options
    const asOf = directory.asOf()
    if (asOf !== undefined && copy.fact('ownersAsOf') !== String(asOf)) {
      await this.#compareOwners()
      copy.setFact('ownersAsOf', String(asOf))
    }
    const signature = reviews.signature()
    if (copy.fact('reviews') === signature) return
    copy.clearKeys()
    for (const owners of reviews.read()) {
      copy.putReviewed(owners)
      await yieldToEventLoop()
    }
    copy.setFact('reviews', signature)
    await this.#compareOwners()
  }

  async #compareOwners(): Promise<void> {
    const { copy, directory } = this.#options
    let last = -Infinity
    for (;;) {
      const ids = copy.ownerIdsAfter(last, ownerBatchSize)
      if (ids.length === 0) return
      const owners = directory.find(ids)
      const found = new Set(owners.map(({ id }) => id))
      copy.putOwners(
        owners,
        ids.filter((id) => !found.has(id)),
      )
      last = ids.at(-1)!
      await yieldToEventLoop()
    }
  }

  /** Reads owners who are missing from the directory, such as new ones. Those who can't be read stay unknown. */
  async #readUnknownOwners(gitlab: GitLabClient, { signal }: SyncOptions): Promise<void> {
    const { copy } = this.#options
    for (const id of copy.unknownOwners(maxReadOwners)) {
      signal.throwIfAborted()
      try {
        const { username, name, state, is_admin, bot } = await gitlab.call(
          users.get,
          { id },
          { signal },
        )
        const flags = { is_admin: is_admin ?? null, bot: bot ?? null }
        copy.putOwners([{ id, username, name, state, ...flags }])
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof FailureError)) throw error
        const { kind, status } = error.failure
        if (kind === 'not-found') copy.putGone(id)
        else if (status === undefined) return
      }
    }
  }
}

function tokenSource(isSortedByCreation: boolean): ListSource {
  return {
    endpoint: personalAccessTokens.list,
    query: isSortedByCreation ? { sort: 'created_asc' } : {},
    isSortedByCreation,
    texts: copyTexts.tokens,
  }
}

/**
 * Whether the instance sorts its list as requested: the same page in both orders means that it ignores the order. A list of
 * one page needs no order.
 */
async function findIsSorted(
  gitlab: GitLabClient,
  { signal }: SyncOptions,
): Promise<boolean | 'unsupported'> {
  const pageOf = async (sort: 'created_asc' | 'created_desc') => {
    const page = await gitlab.page(personalAccessTokens.list, { sort }, undefined, { signal })
    return { ...page, items: page.items as PersonalAccessToken[] }
  }
  try {
    const oldest = await pageOf('created_asc')
    if (oldest.next === undefined) return false
    const newest = await pageOf('created_desc')
    const [first, last] = [oldest, newest].map(({ items }) => items.map(({ id }) => id).join())
    return first !== last
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return 'unsupported'
    throw error
  }
}

/** The IDs of service accounts; none if the instance can't list them. */
async function readServiceAccounts(
  gitlab: GitLabClient,
  { signal }: SyncOptions,
): Promise<number[]> {
  try {
    const accounts = await gitlab.all(serviceAccounts.list, {}, { signal })
    return accounts.flatMap(({ id }) => id)
  } catch (error) {
    if (error instanceof FailureError && error.failure.status !== undefined) return []
    throw error
  }
}
