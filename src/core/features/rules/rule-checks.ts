import type { BulkPreview } from '../../../shared/operations/bulk.ts'
import type {
  DirectoryFilter,
  DirectoryState,
  Selection,
} from '../../../shared/operations/directory.ts'
import type { RuleEntry, RuleFields } from '../../../shared/operations/rules.ts'
import { isUnreachable } from '../../../shared/rules/failure.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { NeededColumn } from '../../../shared/rules/reports.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { fieldLabelText } from '../../gitlab/text.ts'
import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { createFailure } from '../../platform/failures.ts'
import type { LogFunction } from '../../platform/log/log.ts'
import { serializeText } from '../../platform/stored-text.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { refreshLocalZone } from '../../platform/time/local-zone.ts'
import { WakeTimer } from '../../platform/time/wake-timer.ts'
import { type RuleStore, proposesSame, withRuleEntry } from './rule-store.ts'
import { nextRuleTime, ruleTimes } from './rule-times.ts'
import { type StoredRule, fromIdText, toIdText } from './rules-file.ts'

interface BulkTaskOfRule {
  selection: Selection
  action: ModerationAction
}

export interface RuleChecksOptions {
  store: RuleStore
  accounts(): readonly string[]
  gitlabOf(account: string): GitLabClient
  /** Why an account's users can't be loaded now, or why its rule can't be carried out; undefined if they can. */
  objectionTo(account: string, action: ModerationAction): UnformattedFailure | undefined
  directory: {
    loadAll(gitlab: GitLabClient): Promise<DirectoryState>
    prepare(gitlab: GitLabClient, selection: Selection): Promise<unknown>
  }
  /** The columns that a filter compares and the instance doesn't send. */
  unknownColumns(account: string, filter: DirectoryFilter): NeededColumn[]
  bulkOf(account: string): {
    select(
      task: BulkTaskOfRule,
    ): Promise<{ ids: number[]; skipped: { why: Message; count: number }[] }>
    preview(task: BulkTaskOfRule): Promise<Pick<BulkPreview, 'ceiling'>>
  }
  clock: Pick<Clock, 'now' | 'after'>
  /** Called after rules of an account have changed, or a check of one has started. */
  onChange(account: string): void
  log: LogFunction
}

/** A check of a rule: for a time of it, or because a person asked. */
interface RuleCheck {
  rule: StoredRule
  due: number | undefined
  missed: number
  isManual: boolean
}

/** A check that starts later (ms) than this after its time has missed it. */
const lateMs = 10 * 60_000
/** Pause (ms) before a time is tried again that couldn't be, for example because the instance was unreachable. */
const retryMs = 10 * 60_000
/** A stored time that is further in the future (ms) was written before the clock was set back. */
const clockToleranceMs = 60 * 60_000
/** How many reasons for skipping users are kept. */
const keptReasons = 10

/** Prepares what rules propose, at their times. Never queues anything. */
export class RuleChecks {
  readonly #options: RuleChecksOptions
  readonly #timer: WakeTimer
  /** Rules that are being checked or wait for it, as account and ID. */
  readonly #checking = new Set<string>()
  /** Until when an account's times aren't tried again (ms since 1970). */
  readonly #pausedUntil = new Map<string, number>()
  #running: Promise<void> = Promise.resolve()

  constructor(options: RuleChecksOptions) {
    this.#options = options
    this.#timer = new WakeTimer(options.clock, () => this.#startDue())
    this.#timer.wake()
  }

  isChecking(account: string, id: string): boolean {
    return this.#checking.has(`${account} ${id}`)
  }

  /** The next time of a rule (ms since 1970). */
  nextTime(rule: Pick<RuleFields, 'days' | 'at'>): number {
    return nextRuleTime(rule, this.#now())
  }

  /** Called after rules have changed, or when times may have come. */
  wake(): void {
    this.#timer.wake()
  }

  /** Called when what kept an account's times from being tried may be over. */
  retry(account: string): void {
    if (this.#pausedUntil.delete(account)) this.#timer.wake()
  }

  /** Checks a rule because a person asked. */
  checkNow(account: string, id: string): void {
    if (this.isChecking(account, id) || !this.#options.store.find(account, id)) return
    this.#setChecking(account, [id], true)
    this.#enqueue(async () => {
      const rule = this.#options.store.find(account, id)
      const checks = rule ? [{ ...this.#dueOf(rule), rule, isManual: true }] : []
      await this.#check(account, checks).finally(() => this.#setChecking(account, [id], false))
    })
  }

  forget(account: string): void {
    this.#pausedUntil.delete(account)
  }

  /** Resolves after the checks in progress. */
  get running(): Promise<void> {
    return this.#running
  }

  /** A check in progress records nothing anymore. */
  close(): void {
    this.#timer.close()
  }

  #now(): number {
    refreshLocalZone()
    return this.#options.clock.now()
  }

  /** Starts due checks. Returns when to check again (ms since 1970). */
  #startDue(): number {
    this.#correctTimes()
    const next = this.#nextMoment()
    if (next > this.#now()) return next
    this.#enqueue(() => this.#checkDue())
    return Infinity
  }

  #enqueue(work: () => Promise<void>): void {
    this.#running = this.#running
      .then(work)
      .catch((error: unknown) => this.#options.log("Rules couldn't be checked.", { error }))
      .finally(() => this.#timer.wakeAt(Math.max(this.#nextMoment(), this.#now() + 1000)))
  }

  #nextMoment(): number {
    const { accounts, store } = this.#options
    const times = accounts().flatMap((account) =>
      store
        .list(account)
        .map((rule) =>
          Math.max(nextRuleTime(rule, rule.checkedUntil), this.#pausedUntil.get(account) ?? 0),
        ),
    )
    return Math.min(...times)
  }

  /** Rules go on after the clock was wrong, and set back. */
  #correctTimes(): void {
    const { accounts, store } = this.#options
    const now = this.#now()
    for (const account of accounts()) {
      const pausedUntil = this.#pausedUntil.get(account) ?? 0
      if (pausedUntil < Infinity && pausedUntil > now + retryMs) this.#pausedUntil.delete(account)
      for (const rule of store.list(account)) {
        if (rule.checkedUntil > now + clockToleranceMs)
          store.record(account, { ...rule, checkedUntil: now })
      }
    }
  }

  async #checkDue(): Promise<void> {
    for (const account of this.#options.accounts()) {
      if ((this.#pausedUntil.get(account) ?? 0) > this.#now()) continue
      const checks = this.#options.store
        .list(account)
        .map((rule) => ({ ...this.#dueOf(rule), rule, isManual: false }))
        .filter(({ due }) => due !== undefined)
      if (checks.length === 0) continue
      const ids = checks.map(({ rule }) => rule.id)
      this.#setChecking(account, ids, true)
      await this.#check(account, checks).finally(() => this.#setChecking(account, ids, false))
    }
  }

  /** The last time of a rule that has come, and how many were missed. */
  #dueOf(rule: StoredRule): Pick<RuleCheck, 'due' | 'missed'> {
    const now = this.#now()
    const times = ruleTimes(rule, rule.checkedUntil, now)
    const due = times.at(-1)
    const isLate = due !== undefined && now - due > lateMs
    return { due, missed: isLate ? times.length : Math.max(0, times.length - 1) }
  }

  #setChecking(account: string, ids: readonly string[], isChecking: boolean): void {
    for (const id of ids) {
      if (isChecking) this.#checking.add(`${account} ${id}`)
      else this.#checking.delete(`${account} ${id}`)
    }
    if (!this.#timer.isClosed) this.#options.onChange(account)
  }

  /** Loads an account's users once, and then prepares what its rules propose. */
  async #check(account: string, checks: readonly RuleCheck[]): Promise<void> {
    const startedAt = this.#now()
    let loading: Promise<UnformattedFailure | undefined> | undefined
    for (const check of checks) {
      const { rule } = check
      const found =
        this.#objectionTo(account, rule.action) ??
        (await this.#afterLoad(account, rule, (loading ??= this.#load(account, startedAt))))
      const isSignedIn = this.#options.accounts().includes(account)
      if (this.#timer.isClosed || !isSignedIn) return
      this.#record(account, check, startedAt, found)
    }
  }

  /** Locking Latchkey stops the load, and is the reason then. */
  async #afterLoad(
    account: string,
    rule: StoredRule,
    loading: Promise<UnformattedFailure | undefined>,
  ): Promise<Selected | UnformattedFailure> {
    const failure = await loading
    return this.#objectionTo(account, rule.action) ?? failure ?? (await this.#select(account, rule))
  }

  #objectionTo(account: string, action: ModerationAction): UnformattedFailure | undefined {
    try {
      return this.#options.objectionTo(account, action)
    } catch (error) {
      return this.#failureOf(error)
    }
  }

  /** Loads all users. Returns why they aren't all known; undefined if they are. */
  async #load(account: string, startedAt: number): Promise<UnformattedFailure | undefined> {
    const { directory, gitlabOf } = this.#options
    try {
      return incompleteFailure(await directory.loadAll(gitlabOf(account)), startedAt)
    } catch (error) {
      return this.#failureOf(error)
    }
  }

  async #select(account: string, rule: StoredRule): Promise<Selected | UnformattedFailure> {
    const { bulkOf, directory, gitlabOf, unknownColumns } = this.#options
    const { action, order_by, sort, atMost } = rule
    const selection: Selection = {
      kind: 'matching',
      filter: rule.filter,
      except: [],
      order: { order_by, sort },
    }
    try {
      await directory.prepare(gitlabOf(account), selection)
      const [unknown] = unknownColumns(account, rule.filter)
      if (unknown) return createFailure('rules.unknownField', { field: fieldLabelText(unknown) })
      const { ids, skipped } = await bulkOf(account).select({ selection, action })
      const proposed = ids.slice(0, atMost)
      const users: Selection = { kind: 'users', ids: proposed }
      const { ceiling } = await bulkOf(account).preview({ selection: users, action })
      return { ids: proposed, left: ids.length - proposed.length, skipped, room: ceiling?.left }
    } catch (error) {
      return this.#failureOf(error)
    }
  }

  #failureOf(error: unknown): UnformattedFailure {
    if (error instanceof FailureError) return error.failure
    this.#options.log("A rule couldn't be checked.", { error })
    return createFailure('invoke.unexpected')
  }

  /** Records a check, unless the rule was removed or changed meanwhile. */
  #record(
    account: string,
    check: RuleCheck,
    startedAt: number,
    found: Selected | UnformattedFailure,
  ): void {
    const { store } = this.#options
    const rule = store.find(account, check.rule.id)
    if (!rule || !proposesSame(rule, check.rule)) return
    const { due, missed, isManual } = check
    const entry = {
      at: startedAt,
      ...(due !== undefined && { due }),
      ...(missed > 0 && { missed }),
    }
    if ('ids' in found) {
      store.record(
        account,
        withSelected({ ...rule, checkedUntil: startedAt }, entry, found, missed),
      )
      return
    }
    const failed: RuleEntry = { ...entry, outcome: 'failed', why: serializeText(found.message) }
    const isOver = !isManual && !mayPass(found)
    if (!isManual && !isOver) this.#pause(account, found)
    const checkedUntil = isOver ? startedAt : rule.checkedUntil
    store.record(account, withFailure({ ...rule, checkedUntil }, failed))
  }

  /** Each attempt to read a token may show a prompt, so there is none until a token is known to be readable. */
  #pause(account: string, { kind }: UnformattedFailure): void {
    this.#pausedUntil.set(account, kind === 'keychain' ? Infinity : this.#now() + retryMs)
  }
}

/** The users that a rule would change. */
interface Selected {
  ids: number[]
  left: number
  skipped: { why: Message; count: number }[]
  room: number | undefined
}

/** Whether a time of a rule is tried again later: the account had no access at the time. */
function mayPass(failure: UnformattedFailure): boolean {
  const { kind, reason } = failure
  if (reason === 'managed') return false
  return isUnreachable(failure) || ['unauthorized', 'forbidden', 'keychain'].includes(kind)
}

/** Why not all users are known after a sync; undefined if they are. */
function incompleteFailure(
  { phase, failure, allUsersAsOf = 0, skipped = 0 }: DirectoryState,
  startedAt: number,
): UnformattedFailure | undefined {
  if (failure) return failure
  if (phase !== 'whole' || allUsersAsOf < startedAt) return createFailure('rules.notComplete')
  return skipped > 0 ? createFailure('rules.entriesSkipped', { count: skipped }) : undefined
}

/** A time that is tried again has one entry, with the last reason. */
function withFailure(rule: StoredRule, entry: RuleEntry): StoredRule {
  const [last, ...others] = rule.history
  const isRepeated = last?.outcome === 'failed' && entry.due !== undefined && last.due === entry.due
  return withRuleEntry(isRepeated ? { ...rule, history: others } : rule, entry)
}

function withSelected(
  rule: StoredRule,
  entry: Omit<RuleEntry, 'outcome'>,
  { ids, left, skipped, room }: Selected,
  missed: number,
): StoredRule {
  const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0)
  const counts = { count: ids.length, skipped: skippedCount }
  const { proposal: _, ...closed } = rule
  if (ids.length === 0) return withRuleEntry(closed, { ...entry, ...counts, outcome: 'nobody' })
  const idText = toIdText(ids)
  const { lastIds: previous } = rule
  const { at, due } = entry
  return withRuleEntry(
    {
      ...closed,
      lastIds: idText,
      proposal: {
        at,
        due,
        missed,
        asOf: at,
        ids: idText,
        left,
        skippedCount,
        skipped: skipped
          .toSorted((a, b) => b.count - a.count)
          .slice(0, keptReasons)
          .map(({ why, count }) => ({ why: serializeText(why), count })),
        room,
        previous,
      },
    },
    { ...entry, ...counts, outcome: 'proposed' },
  )
}

/** The IDs that are only in the first list. */
export function idsOnlyIn(one: string, other: string): number[] {
  const others = new Set(fromIdText(other))
  return fromIdText(one).filter((id) => !others.has(id))
}
