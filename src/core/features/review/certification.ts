import { randomUUID } from 'node:crypto'
import type { ReviewItem as ReviewedItem, ReviewedUser } from '../../../shared/operations/review.ts'
import type { DecisionFilter } from '../../../shared/rules/review.ts'
import type { JobAccounts } from '../../jobs/item-context.ts'
import { persist } from '../../jobs/persist.ts'
import { createFailureError } from '../../platform/failures.ts'
import type { Clock } from '../../platform/time/clock.ts'
import {
  type ReviewItemContext,
  type ReviewItemFilter,
  countReviewItems,
  selectItems,
  withDecisions,
} from './decided-items.ts'
import type { Decisions, NewDecision, NewItemDecision } from './decisions.ts'
import type { ItemFilters, ItemQuery } from './item-store.ts'
import { remediationOf, remediationRuns } from './remediation-results.ts'
import type { UndecidedUser } from './review-rows.ts'
import type { ReviewStore, UserFilters, UserQuery } from './review-store.ts'
import type { Reviews } from './reviews.ts'

export interface CertificationOptions {
  reviews: Reviews
  accounts: Pick<JobAccounts, 'account'>
  clock: Pick<Clock, 'now'>
}

/** A filter for a review's users by collected data and decisions. */
type ReviewUserFilter = Pick<UserFilters, 'filters'> & { decided?: DecisionFilter | undefined }

/** The decisions about the users and items of reviews, and what came of them. */
export class Certification {
  readonly #options: CertificationOptions

  constructor(options: CertificationOptions) {
    this.#options = options
  }

  /** One page of users with their decisions, along with its screen's totals. */
  usersPage(
    account: string,
    id: number | undefined,
    { decided, ...query }: Omit<UserQuery, 'among'> & ReviewUserFilter,
  ) {
    const decisions = this.#options.reviews.decisions(account, id)
    const store = this.#options.reviews.collected(account, id)
    const page = store.usersPage({ ...query, among: decisions.select(decided) })
    return {
      ...page,
      items: addDecisions(page.items, decisions, store),
      decisions: decisions.counts(store.read().total),
    }
  }

  /** The matching users' IDs. */
  ids(account: string, id: number | undefined, { decided, filters }: ReviewUserFilter): number[] {
    const among = this.#options.reviews.decisions(account, id).select(decided)
    return this.#options.reviews.collected(account, id).ids({ filters, among })
  }

  /** Stores a decision about these users or about all that match, and all of their items. Returns how many it changed. */
  async decide(
    account: string,
    id: number,
    users: readonly number[] | ReviewUserFilter,
    decision: Pick<NewDecision, 'decision' | 'note'>,
  ): Promise<number> {
    const items = await this.#options.reviews.items(account, id)
    this.assertOpen(account, id)
    const ids = 'filters' in users ? this.ids(account, id, users) : users
    const by = this.#options.accounts.account(account).user.username
    const decided = { ...decision, by, at: this.#options.clock.now() }
    const decisions = this.#options.reviews.decisions(account, id)
    const changed = persist(() =>
      this.#options.reviews.jobsOf(account).sql.transaction(() => {
        decisions.decideItems(items.ofUsers(ids), decided)
        return decisions.decide(ids, decided)
      }),
    )
    if (changed > 0) this.#options.reviews.jobsOf(account).runner.changed()
    return changed
  }

  /** One page of items with their decisions and what came of them, along with counts. */
  async itemsPage(
    account: string,
    id: number | undefined,
    { decided, remediation, ...query }: Omit<ItemQuery, 'among'> & ReviewItemFilter,
  ) {
    const items = await this.#options.reviews.items(account, id)
    const { user } = this.#options.accounts.account(account)
    const context = this.#itemContext(account, id)
    const among = selectItems(context, { decided, remediation })
    const page = items.page({ ...query, ...(among && { among }) }, user.id)
    return {
      items: withDecisions(page, context),
      total: items.count({ ...query, ...(among && { among }) }, user.id),
      counts: countReviewItems(items, context, user.id),
    }
  }

  /** Stores a decision about these items or about all that match. Returns how many it changed. */
  async decideItems(
    account: string,
    id: number,
    {
      items: chosen,
      ...decision
    }: Pick<NewItemDecision, 'decision' | 'level' | 'note'> & {
      items: readonly string[] | (Omit<ItemFilters, 'among'> & ReviewItemFilter)
    },
  ): Promise<number> {
    const items = await this.#options.reviews.items(account, id)
    this.assertOpen(account, id)
    const { user } = this.#options.accounts.account(account)
    const { decided, remediation, ...filters } = Array.isArray(chosen)
      ? { decided: undefined, remediation: undefined, kinds: [], findings: [] }
      : (chosen as Omit<ItemFilters, 'among'> & ReviewItemFilter)
    const context = this.#itemContext(account, id)
    const among = Array.isArray(chosen)
      ? { ids: chosen as readonly string[], isExcept: false }
      : selectItems(context, { decided, remediation })
    const found = items.ids({ ...filters, ...(among && { among }) }, user.id)
    const decidedBy = { ...decision, by: user.username, at: this.#options.clock.now() }
    const changed = persist(() => context.decisions.decideItems(found, decidedBy))
    if (changed > 0) this.#options.reviews.jobsOf(account).runner.changed()
    return changed
  }

  #itemContext(account: string, id: number | undefined): ReviewItemContext {
    const { reviews } = this.#options
    const found = reviews.idOf(account, id)
    return {
      decisions: this.#options.reviews.decisions(account, id),
      results: found === undefined ? new Map() : remediationOf(reviews.jobsOf(account).sql, found),
      isClosed: found !== undefined && reviews.parameters(account, found).closed !== undefined,
    }
  }

  /** Identifies a review in files for others. */
  campaign(account: string, id: number): string {
    const { campaign } = this.#options.reviews.parameters(account, id)
    if (campaign !== undefined) return campaign
    const created = randomUUID()
    this.#options.reviews.change(account, id, { campaign: created })
    return created
  }

  /** All items with their decisions, by user. */
  async allItems(account: string, id: number): Promise<ReviewedItem[]> {
    const items = await this.#options.reviews.items(account, id)
    const { user } = this.#options.accounts.account(account)
    const all = await items.all({ kinds: [], findings: [] }, user.id)
    return withDecisions(all, this.#itemContext(account, id))
  }

  /** The runs that carried a review out. */
  remediationRuns(account: string, id: number): number[] {
    return remediationRuns(this.#options.reviews.jobsOf(account).sql, id)
  }

  /** How a review was collected, for its evidence. */
  async collection(account: string, id: number): Promise<Record<string, unknown>> {
    const { total, read, incomplete, gone, places, scope, plan, ...state } =
      this.#options.reviews.state(account, id)
    const iso = (time: number | undefined) =>
      time === undefined ? null : new Date(time).toISOString()
    const items = this.#options.reviews.storedItems(account, id)
    return {
      ...{ review: id, name: state.name, instance: state.instance, collected_by: state.by },
      started_at: iso(state.firstRequest ?? state.startedAt),
      finished_at: iso(state.lastAnswer),
      subjects: scope?.subjects,
      group: scope?.group?.path ?? null,
      view: scope?.view ?? null,
      selection: state.selection ?? null,
      due: plan?.due ?? null,
      users_total: total,
      users_read: read,
      users_read_in_part: incomplete,
      users_deleted_meanwhile: gone,
      users_by_state: items.countStates(),
      groups_and_projects: places?.total ?? 0,
      groups_and_projects_read: places?.read ?? 0,
      groups_and_projects_read_in_part: places?.incomplete ?? 0,
      groups_and_projects_listed: places ? !places.isUnlisted : null,
      members_outside_of_the_population: places?.outsiders ?? 0,
      personal_access_tokens_listed: !state.lacksTokenList,
      items_sha256: await items.hash(),
      closed_by: state.closed?.by ?? null,
      closed_at: iso(state.closed?.at),
    }
  }

  /** What was decided to change or remove in a closed review. */
  async decidedItems(account: string, id: number): Promise<ReviewedItem[]> {
    const items = await this.#options.reviews.items(account, id)
    const context = this.#itemContext(account, id)
    if (!context.isClosed) throw createFailureError('review.open')
    const { user } = this.#options.accounts.account(account)
    const ids = [...context.decisions.itemIds('remove'), ...context.decisions.itemIds('change')]
    const all = { kinds: [], findings: [], order_by: 'username', sort: 'asc' } as const
    const query = { ...all, offset: 0, limit: -1, among: { ids, isExcept: false } }
    return withDecisions(items.page(query, user.id), context)
  }

  /** Throws if the review is closed. */
  assertOpen(account: string, id: number): void {
    // guard: closed-review
    if (this.#options.reviews.parameters(account, id).closed)
      throw createFailureError('review.closed')
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
