import { createFailureError, invalidInputError } from '../platform/failures.ts'
import type { Evidence, JobList, JobSummary } from '../../shared/operations/jobs.ts'
import type { DueDate } from '../../shared/operations/plans.ts'
import type { QueueItem } from '../../shared/operations/queue.ts'
import type { QueueState } from '../../shared/rules/item-states.ts'
import { message } from '../../shared/messages/message.ts'
import { evidenceUsersLimit } from '../../shared/rules/limits.ts'
import { exportName } from '../../shared/rules/export-name.ts'
import { describeRun, runSums } from '../../shared/rules/run-sums.ts'
import { formatFailure } from '../platform/failure.ts'
import type { TextFile } from '../platform/files/described-table.ts'
import { textOf } from '../platform/messages.ts'
import type { Clock } from '../platform/time/clock.ts'
import { type EvidenceReaders, createEvidenceReport, userEvidence } from './evidence.ts'
import type { Job, JobItem } from './job-kind.ts'
import { createReport } from './job-report.ts'
import { JobStore } from './job-store.ts'
import {
  countAlready,
  countIncomplete,
  countRemaining,
  isOpen,
  jobProgress,
  jobTimes,
  measureKindPace,
  measurePace,
  nextDue,
} from './job-summary.ts'
import { jobAhead, turnOf } from './job-wait.ts'
import type { JobScreen, Jobs } from './jobs.ts'
import { persist } from './persist.ts'
import { isPaused } from './queue-control.ts'
import { formatStoredFailure, withFormattedFailure } from './stored-failure.ts'

/** Lists and controls jobs of all kinds. */
export class BackgroundJobs {
  readonly #jobs: Jobs
  readonly #clock: Pick<Clock, 'now'>

  constructor(jobs: Jobs, clock: Pick<Clock, 'now'>) {
    this.#jobs = jobs
    this.#clock = clock
  }

  list(account: string): JobList {
    const { sql } = this.#jobs.of(account)
    const jobs = this.#jobs.kinds.flatMap(({ name }) => new JobStore(sql, name).jobs())
    return {
      jobs: jobs.sort((a, b) => b.id - a.id).map((job) => this.#toSummary(account, job)),
      isPaused: isPaused(sql),
    }
  }

  get(account: string, id: number): JobSummary {
    return this.#toSummary(account, this.#find(account, id))
  }

  items(
    account: string,
    id: number,
    { states, ...page }: { states?: readonly QueueState[]; offset: number; limit: number },
  ): { items: QueueItem[]; total: number } {
    const { kind } = this.#find(account, id)
    const { items, total } = this.#store(account, kind).list(
      { job: id, ...(states && { states }) },
      { ...page, order: 'oldest' },
    )
    const { detailsOf } = this.#jobs.screenOf(kind)
    return {
      items: items.map((item) => ({ ...withFormattedFailure(item), ...detailsOf?.(item) })),
      total,
    }
  }

  /** Each kind's recent pace, except for kinds with too few finished items. */
  pace(account: string): Partial<Record<JobSummary['kind'], number>> {
    const { sql } = this.#jobs.of(account)
    const paces = this.#jobs.kinds.map(({ name }) => [name, measureKindPace(sql, name)] as const)
    return Object.fromEntries(paces.filter(([, pace]) => pace !== undefined))
  }

  setAllPaused(account: string, isPaused: boolean): JobList {
    this.#jobs.of(account).runner.setAllPaused(isPaused)
    return this.list(account)
  }

  pause(account: string, id: number): JobSummary {
    this.#jobs.of(account).runner.pauseJob(this.#find(account, id).kind, id)
    return this.get(account, id)
  }

  resume(account: string, id: number): JobSummary {
    this.#jobs.of(account).runner.resumeJob(this.#find(account, id).kind, id)
    return this.get(account, id)
  }

  runFirst(account: string, id: number, isFirst = true): JobSummary {
    this.#jobs.of(account).runner.putFirst(this.#find(account, id).kind, id, isFirst)
    return this.get(account, id)
  }

  async cancel(account: string, id: number): Promise<JobSummary> {
    await this.#jobs.of(account).runner.cancelJob(this.#find(account, id).kind, id)
    return this.get(account, id)
  }

  /** Changes the date of a job's scheduled items, or only of those for an item's user. */
  reschedule(account: string, id: number, due: DueDate, item?: number): JobSummary {
    const { runner } = this.#jobs.of(account)
    const store = this.#store(account, this.#find(account, id).kind)
    if (due.at <= this.#clock.now()) {
      const text = message('queue.datePast')
      throw invalidInputError(text, { hint: message('queue.dateUnchanged'), field: 'due' })
    }
    if (persist(() => store.reschedule(id, due, item)) === 0) {
      throw createFailureError('queue.dateHasCome')
    }
    runner.changed()
    return this.get(account, id)
  }

  async retry(account: string, id: number): Promise<JobSummary> {
    await this.#jobs.screenOf(this.#find(account, id).kind).retry(account, id)
    return this.get(account, id)
  }

  remove(account: string, id: number): JobList {
    const job = this.#find(account, id)
    const store = this.#store(account, job.kind)
    const counts = store.countByState(id)
    if (job.starts === undefined || isOpen(counts)) {
      throw createFailureError('queue.runNotEnded')
    }
    if (counts.conflict) {
      throw createFailureError('queue.runUndecided')
    }
    persist(() => store.removeJob(id))
    this.#jobs.removeLeftovers(account)
    this.#jobs.of(account).runner.changed()
    return this.list(account)
  }

  async report(
    account: string,
    id: number,
    format: 'csv' | 'json' | 'evidence',
  ): Promise<TextFile[]> {
    const job = this.#find(account, id)
    const { kind, created, actor: username } = job
    const summary = this.#toSummary(account, job)
    const store = this.#store(account, kind)
    const instance = this.#jobs.instanceOf(account)
    const name = `${exportName(kind, { instance, username }, created)}-run-${id}`
    const description = { kind, name: summary.name, ...describeRun(summary, runSums(summary)) }
    if (format !== 'evidence') {
      const { columns, skipped } = this.#screenFor(job)
      const others = skipped?.rows(store.sql, job)
      return createReport(store, id, { name, format, description, columns, skipped: others })
    }
    const readers = this.#evidenceReaders(job)
    const plan = this.#screenFor(job).planOf?.(job) ?? null
    const facts = { ...description, plan, instance: this.#jobs.instanceOf(account) }
    return createEvidenceReport(
      store,
      id,
      { name: `${name}-evidence`, description: facts },
      readers,
    )
  }

  /** The evidence collected so far on a job's users. */
  evidence(account: string, id: number, user?: number): Evidence {
    const job = this.#find(account, id)
    const { kind, actor, reason, created } = job
    const readers = this.#evidenceReaders(job)
    const summary = this.#toSummary(account, job)
    const { firstRequest, lastAnswer } = jobTimes(this.#jobs.of(account).sql, id, user)
    return {
      run: id,
      name: summary.name,
      plan: this.#screenFor(job).planOf?.(job),
      instance: this.#jobs.instanceOf(account),
      actor,
      reason,
      created,
      started: firstRequest,
      lastAnswer,
      ended: summary.ended,
      users: userEvidence(
        this.#store(account, kind),
        id,
        { user, limit: evidenceUsersLimit },
        readers,
      ),
    }
  }

  /** The job whose action on the same user is sent before this item. */
  aheadOf(account: string, item: Pick<JobItem, 'id' | 'job'>): QueueItem['waitsFor'] {
    const { sql } = this.#jobs.of(account)
    const id = jobAhead(sql, item)
    if (id === undefined) return undefined
    const { state } = this.#find(account, id)
    return { run: id, name: this.#nameOf(account, id), isPaused: state === 'paused' }
  }

  #nameOf(account: string, id: number): string {
    const job = this.#find(account, id)
    return textOf(this.#screenFor(job).nameOf(job))
  }

  /** How screens show a job, even if its row was edited or damaged. */
  #screenFor(job: Job): JobScreen {
    const screen = this.#jobs.screenOf(job.kind)
    try {
      screen.nameOf(job)
      // guard: damaged-run
      screen.irreversible?.(job)
      screen.planOf?.(job)
      return screen
    } catch {
      const { retry } = screen
      return { nameOf: () => message('queue.runDamaged'), retry }
    }
  }

  /** Throws if the kind doesn't change users. */
  #evidenceReaders(job: Job): EvidenceReaders {
    const { objectsOf, handedOverOf, lookOf } = this.#jobs.screenOf(job.kind)
    const { dependentsOf } = this.#screenFor(job)
    if (!objectsOf) throw createFailureError('queue.noEvidence')
    return {
      objectsOf,
      ...(handedOverOf && { handedOverOf }),
      ...(lookOf && { lookOf }),
      ...(dependentsOf && { dependentsOf: (user) => dependentsOf(job, user) }),
    }
  }

  #toSummary(account: string, job: Job): JobSummary {
    const { sql, runner } = this.#jobs.of(account)
    const { id, kind, actor, reason, created, starts, isUndoMissed, total } = job
    const screen = this.#screenFor(job)
    const store = this.#store(account, kind)
    const counts = store.countByState(id)
    const isUnfinished = isOpen(counts)
    const { ended, ...times } = jobTimes(sql, id)
    const progress = jobProgress(job, counts)
    const hold = isUnfinished ? job.hold : undefined
    const refusal = isUnfinished && job.state === 'paused' ? job.refusal : undefined
    const waiting =
      screen.failureOf?.(account, id) ?? (isUnfinished ? runner.waitingReason(kind) : undefined)
    const { writes } = this.#jobs.kinds.find(({ name }) => name === kind)!
    const undoes = screen.undoes?.(job)
    const skipped = screen.skipped?.count(sql, job) ?? 0
    const lacking = screen.lackingOf?.(sql, job) ?? 0
    const irreversible = screen.irreversible?.(job)
    const due = counts.scheduled ? nextDue(sql, id) : undefined
    const isSending = progress === 'running' && !isPaused(sql) && !waiting
    const turn = isSending ? turnOf({ sql, runner }, job, this.#clock.now()) : undefined
    return {
      id,
      kind: kind as JobSummary['kind'],
      name: textOf(screen.nameOf(job)),
      actor,
      reason,
      created,
      starts,
      ...times,
      ended: isUnfinished || progress === 'preparing' ? undefined : ended,
      state: progress === 'running' && isPaused(sql) ? 'paused' : progress,
      ...(hold && { hold }),
      ...(hold && job.holdCause && { holdCause: job.holdCause }),
      ...(refusal && { refusal: formatStoredFailure(refusal) }),
      isUndoMissed: isUndoMissed && (counts.scheduled ?? 0) + (counts.ready ?? 0) > 0,
      total,
      counts,
      already: writes ? countAlready(sql, id) : 0,
      ...(!writes && { incomplete: countIncomplete(sql, id) }),
      ...(lacking > 0 && { lacking }),
      ...(irreversible && { irreversible }),
      ...(due && { due }),
      isReversible: !isUnfinished && screen.isReversible?.(sql, job) === true,
      remaining: counts.cancelled ? countRemaining(sql, id) : 0,
      rest: screen.restOf?.(sql, job) ?? 0,
      ...(skipped > 0 && { skipped }),
      ...(undoes !== undefined && { undoes }),
      pace: measurePace(sql, job, this.#clock.now()),
      ...(turn?.waitsFor && {
        waitsFor: { ...turn.waitsFor, name: this.#nameOf(account, turn.waitsFor.run) },
      }),
      ...(job.isFirst && isUnfinished && { isFirst: true }),
      ...(turn?.canGoFirst && { canGoFirst: true }),
      ...(waiting && { waiting: formatFailure(waiting) }),
    }
  }

  #store(account: string, kind: string): JobStore {
    return new JobStore(this.#jobs.of(account).sql, kind)
  }

  /** Throws if the job doesn't exist. */
  #find(account: string, id: number): Job {
    const row = this.#jobs.of(account).sql.one('SELECT kind FROM jobs WHERE id = ?', id)
    return this.#store(account, String(row?.['kind'])).job(id)
  }
}
