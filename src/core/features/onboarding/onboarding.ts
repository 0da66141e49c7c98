import type {
  OnboardingCheck,
  OnboardingRun,
  OnboardingSource,
  OnboardingUndo,
} from '../../../shared/operations/onboarding.ts'
import { message } from '../../../shared/messages/message.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import { toCsv } from '../../platform/files/csv.ts'
import type { TextFile } from '../../platform/files/described-table.ts'
import { textOf } from '../../platform/messages.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { mapInSlices } from '../../platform/time/time-slicer.ts'
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import { planRunUndo } from './runs/plan-undo.ts'
import { createOnboardingReport, toSource } from './runs/report.ts'
import { RunStore, onboardingName, wasSent } from './runs/run-store.ts'
import { type CheckedSource, checkSource, isInRuns, toCheckedRow } from './source/check.ts'

export interface OnboardingOptions {
  accounts: Pick<Accounts, 'account'>
  jobs: Jobs
  gitlabOf(account: string): Pick<GitLabClient, 'call'>
  directory: OnboardingDirectory
  clock: Pick<Clock, 'now'>
}

/** The directory of users. */
export interface OnboardingDirectory {
  find(
    account: string,
    keys: { ids?: readonly number[]; usernames: readonly string[]; emails: readonly string[] },
  ): { id: number; username: string; email: string | null }[]
  /** When the last sync ended, in milliseconds since 1970. */
  asOf(account: string): number | undefined
}

/** Creates many users from a file or pasted rows. */
export class Onboarding {
  readonly #options: OnboardingOptions

  constructor(options: OnboardingOptions) {
    this.#options = options
  }

  async check(account: string, source: OnboardingSource): Promise<OnboardingCheck> {
    const { users, ...checked } = await this.#check(account, source)
    const ready = users.filter(({ problems }) => problems.length === 0)
    return {
      ...checked,
      rows: await mapInSlices(users, toCheckedRow),
      ready: ready.length,
      administrators: ready.filter(({ user }) => user.admin).length,
      directoryAsOf: this.#options.directory.asOf(account),
    }
  }

  async problems(account: string, source: OnboardingSource) {
    const { users, columns } = await this.#check(account, source)
    const fields = columns.flatMap(({ field }) => field ?? [])
    const bad = users.filter(({ problems }) => problems.length > 0)
    const rows = await mapInSlices(bad, ({ cells, problems }) => [
      ...fields.map((field) => cells[field] ?? ''),
      problems.map(({ text }) => textOf(text)).join('; '),
    ])
    return { filename: 'rows-with-problems.csv', text: toCsv([[...fields, 'problem'], ...rows]) }
  }

  async create(
    account: string,
    { ready: expected, reason, ...source }: OnboardingSource & { ready: number; reason?: string },
  ): Promise<OnboardingRun> {
    const { accounts, clock } = this.#options
    const { runner } = this.#of(account)
    // Before anything is stored that could never be sent.
    runner.assertWritable()
    const { users } = await this.#check(account, source)
    const store = this.#store(account)
    const run = persist(() =>
      store.jobs.sql.transaction(() => {
        // Another run may have been started during the check.
        const runs = store.openNames()
        const ready = users.filter((user) => user.problems.length === 0 && !isInRuns(user, runs))
        if (ready.length !== expected) throw changedError(ready.length, expected)
        const actor = accounts.account(account).user.username
        return store.add(ready, { actor, reason, now: clock.now() })
      }),
    )
    runner.changed(onboardingName)
    return this.get(account, run)
  }

  list(account: string): OnboardingRun[] {
    const { jobs } = this.#options
    // Asked on every screen, which must not fail because of a file that can't be opened.
    if (!jobs.ifOpen(account)) return []
    return this.#store(account)
      .runs()
      .map((run) => this.#withWaiting(account, run))
  }

  get(account: string, id: number): OnboardingRun {
    return this.#withWaiting(account, this.#store(account).run(id))
  }

  rows(account: string, { run, ...query }: { run: number } & Parameters<RunStore['rows']>[1]) {
    return this.#store(account).rows(run, query)
  }

  pause(account: string, run: number): OnboardingRun {
    this.#of(account).runner.pauseJob(onboardingName, run)
    return this.get(account, run)
  }

  resume(account: string, run: number): OnboardingRun {
    this.#of(account).runner.resumeJob(onboardingName, run)
    return this.get(account, run)
  }

  /** Whether rows that were sent were created is still found out. */
  async cancel(account: string, run: number): Promise<OnboardingRun> {
    await this.#of(account).runner.cancelJob(onboardingName, run)
    return this.get(account, run)
  }

  retry(account: string, run: number): OnboardingRun {
    const { clock } = this.#options
    const store = this.#store(account)
    this.#of(account).runner.change(onboardingName, () => store.retry(run, clock.now()))
    return this.get(account, run)
  }

  remove(account: string, run: number): OnboardingRun[] {
    const store = this.#store(account)
    const { counts } = store.run(run)
    if (counts.pending + counts.sending + counts.unknown > 0) throw notEndedError()
    persist(() => store.jobs.removeJob(run))
    return this.list(account)
  }

  report(account: string, run: number): TextFile[] {
    const store = this.#store(account)
    return createOnboardingReport(store.run(run), store.all(run))
  }

  /** The canceled rows, which are checked again before they are sent. */
  remaining(account: string, run: number): TextFile {
    const store = this.#store(account)
    return toSource(store.run(run), store.all(run, ['cancelled']))
  }

  undo(account: string, run: number): Promise<OnboardingUndo> {
    const store = this.#store(account)
    return planRunUndo(
      this.#options.gitlabOf(account),
      store.run(run).id,
      store.all(run, ['created']),
    )
  }

  createdBy(account: string, run: number): Set<number> {
    const created = this.#store(account).all(run, ['created']).filter(wasSent)
    return new Set(created.flatMap(({ target }) => target.id ?? []))
  }

  #check(account: string, source: OnboardingSource): Promise<CheckedSource> {
    const { directory } = this.#options
    return checkSource(source, {
      inDirectory: (usernames, emails) => directory.find(account, { usernames, emails }),
      inRuns: () => this.#store(account).openNames(),
    })
  }

  #withWaiting(account: string, run: OnboardingRun): OnboardingRun {
    const waiting = this.#of(account).runner.waitingReason(onboardingName)
    const isWaiting = waiting && (run.state === 'running' || run.counts.unknown > 0)
    return isWaiting ? { ...run, waiting: formatFailure(waiting) } : run
  }

  #store(account: string): RunStore {
    return new RunStore(this.#of(account).sql)
  }

  /** Throws when there is no such account, or its file can't be opened. */
  #of(account: string): AccountJobs {
    return this.#options.jobs.of(account)
  }
}

function changedError(ready: number, expected: number): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('onboarding.changed', { ready, expected }),
    hint: message('onboarding.changedHint'),
  })
}

function notEndedError(): FailureError {
  return new FailureError({
    kind: 'conflict',
    message: message('onboarding.notEnded'),
    hint: message('onboarding.notEndedHint'),
  })
}
