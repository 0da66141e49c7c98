import type { JobList, JobSummary } from '../../../shared/operations/jobs.ts'
import { describeRun } from '../../../shared/rules/run-sums.ts'
import type { RunSum } from '../../../shared/rules/run-sums.ts'
import { formatFailure } from '../../platform/failure.ts'
import { textOf } from '../../platform/messages.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Job } from '../../jobs/job-kind.ts'
import { createReport } from '../../jobs/job-report.ts'
import { isOpen, measurePace, progressOf } from '../../jobs/job-summary.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'

/** The jobs of all kinds, seen and changed alike. */
export class BackgroundJobs {
  readonly #jobs: Jobs
  readonly #clock: Pick<Clock, 'now'>

  constructor(jobs: Jobs, clock: Pick<Clock, 'now'>) {
    this.#jobs = jobs
    this.#clock = clock
  }

  list(account: string): JobList {
    const stores = this.#stores(account)
    const jobs = stores.flatMap((store) => store.jobs())
    return {
      jobs: jobs.sort((a, b) => b.id - a.id).map((job) => this.#toSummary(account, job)),
      isPaused: stores.every((store) => store.isPaused()),
    }
  }

  setAllPaused(account: string, isPaused: boolean): JobList {
    const { sql, runner } = this.#jobs.of(account)
    const stores = this.#stores(account)
    persist(() =>
      sql.transaction(() => {
        for (const store of stores) store.setPaused(isPaused)
      }),
    )
    for (const { kind } of stores) runner.changed(kind)
    return this.list(account)
  }

  pause(account: string, id: number): JobSummary {
    this.#jobs.of(account).runner.pauseJob(this.#kindOf(account, id), id)
    return this.get(account, id)
  }

  resume(account: string, id: number): JobSummary {
    this.#jobs.of(account).runner.resumeJob(this.#kindOf(account, id), id)
    return this.get(account, id)
  }

  async cancel(account: string, id: number): Promise<JobSummary> {
    await this.#jobs.of(account).runner.cancelJob(this.#kindOf(account, id), id)
    return this.get(account, id)
  }

  async retry(account: string, id: number): Promise<JobSummary> {
    await this.#jobs.screenOf(this.#kindOf(account, id)).retry(account, id)
    return this.get(account, id)
  }

  get(account: string, id: number): JobSummary {
    return this.#toSummary(account, this.#find(account, id))
  }

  report(account: string, id: number, format: 'csv' | 'json') {
    const job = this.#find(account, id)
    const summary = this.#toSummary(account, job)
    const parts = Object.entries(summary.counts).filter(([, count]) => count > 0)
    const sums = parts.map(([part, count]) => ({ part, count }) as RunSum)
    const description = { kind: job.kind, name: summary.name, ...describeRun(summary, sums) }
    const name = `${job.kind}-${localDay(job.created)}-job-${id}`
    return createReport(this.#store(account, job.kind), id, { name, format, description })
  }

  #toSummary(account: string, job: Job): JobSummary {
    const { sql, runner } = this.#jobs.of(account)
    const { id, kind, actor, reason, created, starts, total } = job
    const store = this.#store(account, kind)
    const counts = store.countByState(id)
    const progress = progressOf(job, counts)
    const hold = isOpen(counts) ? (job.hold ?? store.holdReason()) : undefined
    const isStopped = hold !== undefined || store.isPaused()
    const waiting = isOpen(counts) ? runner.waitingReason(kind) : undefined
    return {
      id,
      kind: kind as JobSummary['kind'],
      name: textOf(this.#jobs.screenOf(kind).nameOf(job)),
      actor,
      reason,
      created,
      starts,
      ended: isOpen(counts) || progress === 'preparing' ? undefined : store.lastFinish(id),
      state: progress === 'running' && isStopped ? 'paused' : progress,
      ...(hold && { hold }),
      total,
      counts,
      pace: measurePace(sql, job, this.#clock.now()),
      ...(waiting && { waiting: formatFailure(waiting) }),
    }
  }

  #stores(account: string): JobStore[] {
    return this.#jobs.kindNames().map((kind) => this.#store(account, kind))
  }

  #store(account: string, kind: string): JobStore {
    return new JobStore(this.#jobs.of(account).sql, kind)
  }

  #kindOf(account: string, id: number): string {
    return this.#find(account, id).kind
  }

  /** Throws where there is none. */
  #find(account: string, id: number): Job {
    const row = this.#jobs.of(account).sql.one('SELECT kind FROM jobs WHERE id = ?', id)
    return this.#store(account, String(row?.['kind'])).job(id)
  }
}
