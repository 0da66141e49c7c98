import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type {
  OnboardingCheck,
  OnboardingSource,
  OnboardingUndo,
} from '../../../shared/operations/onboarding.ts'
import { message } from '../../../shared/messages/message.ts'
import { localDay } from '../../../shared/rules/local-day.ts'
import { onboardingFields } from '../../../shared/rules/user-fields.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import { toCsv } from '../../platform/files/csv.ts'
import type { TextFile } from '../../platform/files/described-table.ts'
import { textOf } from '../../platform/messages.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { mapInSlices } from '../../platform/time/time-slicer.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { JobAccounts } from '../../jobs/item-context.ts'
import type { Job } from '../../jobs/job-kind.ts'
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import { planRunUndo } from './runs/plan-undo.ts'
import { type NewUserRow, RunStore, wasSent } from './runs/run-store.ts'
import { type CheckedSource, checkSource, isInRuns, toCheckedRow } from './source/check.ts'

export interface OnboardingOptions {
  accounts: Pick<JobAccounts, 'account'>
  jobs: Jobs
  runs: Pick<BackgroundJobs, 'get'>
  gitlabOf(account: string): Pick<GitLabClient, 'call'>
  directory: OnboardingDirectory
  clock: Pick<Clock, 'now'>
}

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
    const invalidUsers = users.filter(({ problems }) => problems.length > 0)
    const rows = await mapInSlices(invalidUsers, ({ cells, problems }) => [
      ...fields.map((field) => cells[field] ?? ''),
      problems.map(({ text }) => textOf(text)).join('; '),
    ])
    return { filename: 'rows-with-problems.csv', text: toCsv([[...fields, 'problem'], ...rows]) }
  }

  async create(
    account: string,
    { ready: expected, reason, ...source }: OnboardingSource & { ready: number; reason?: string },
  ): Promise<JobSummary> {
    const { accounts, clock, runs } = this.#options
    const { runner } = this.#of(account)
    // Checked first, so that rows that could never be sent aren't stored.
    runner.assertWritable()
    const { users } = await this.#check(account, source)
    const store = this.#store(account)
    const run = persist(() =>
      store.jobs.sql.transaction(() => {
        // Another run may have been started during the check.
        const names = store.openNames()
        const ready = users.filter((user) => user.problems.length === 0 && !isInRuns(user, names))
        if (ready.length !== expected) throw changedError(ready.length, expected)
        const actor = accounts.account(account).user.username
        return store.add(ready, { actor, reason, now: clock.now() })
      }),
    )
    runner.changed()
    return runs.get(account, run)
  }

  retry(account: string, run: number): void {
    const store = this.#store(account)
    const now = this.#options.clock.now()
    this.#of(account).runner.change(() => store.retry(run, now))
  }

  /** The canceled rows, which are checked again before they are sent. */
  remaining(account: string, run: number): TextFile {
    const store = this.#store(account)
    return toSource(store.jobs.job(run), store.rows(run, ['cancelled']))
  }

  undo(account: string, run: number): Promise<OnboardingUndo> {
    const store = this.#store(account)
    return planRunUndo(this.#options.gitlabOf(account), run, store.rows(run, ['done']))
  }

  createdBy(account: string, run: number): Set<number> {
    const created = this.#store(account).rows(run, ['done']).filter(wasSent)
    return new Set(created.flatMap(({ target }) => target.id ?? []))
  }

  #check(account: string, source: OnboardingSource): Promise<CheckedSource> {
    const { directory } = this.#options
    return checkSource(source, {
      inDirectory: (usernames, emails) => directory.find(account, { usernames, emails }),
      inRuns: () => this.#store(account).openNames(),
    })
  }

  #store(account: string): RunStore {
    return new RunStore(this.#of(account).sql)
  }

  /** Throws if the account doesn't exist or its file can't be opened. */
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

/** Rows as a file for another run, with all columns that any row uses. */
function toSource({ id, created }: Job, rows: readonly NewUserRow[]): TextFile {
  const users = rows.map(({ parameters }) => parameters.user)
  const fields = onboardingFields.filter((field) => users.some((user) => user[field] !== undefined))
  const lines = users.map((user) => fields.map((field) => String(user[field] ?? '')))
  const filename = `remaining-users-${localDay(created)}-run-${id}.csv`
  return { filename, text: toCsv([fields, ...lines]) }
}
