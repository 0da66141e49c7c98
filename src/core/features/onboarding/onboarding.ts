import { createFailureError } from '../../platform/failures.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type {
  OnboardingCheck,
  OnboardingSource,
  OnboardingUndo,
  SkippedRow,
} from '../../../shared/operations/onboarding.ts'
import { accountExportName, exportName } from '../../../shared/rules/export-name.ts'
import {
  type OnboardingColumn,
  attributeTitle,
  isNamePart,
} from '../../../shared/rules/onboarding-columns.ts'
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
import type { AccountJobs, Jobs } from '../../jobs/jobs.ts'
import { persist } from '../../jobs/persist.ts'
import { planRunUndo } from './runs/plan-undo.ts'
import {
  type NewUserRow,
  RunStore,
  countSkipped,
  isCreated,
  skippedRows,
  storedUserOf,
  wasSent,
} from './runs/run-store.ts'
import {
  type NewAttribute,
  attributeKey,
  formatGroups,
  formatStartDate,
} from './source/further-columns.ts'
import {
  type CheckedSource,
  type CheckedUser,
  checkSource,
  isInRuns,
  toCheckedRow,
} from './source/check.ts'

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
    keys: {
      ids?: readonly number[]
      usernames: readonly string[]
      emails: readonly string[]
      names?: readonly string[]
    },
  ): { id: number; username: string; name: string; email: string | null }[]
  /** Which of these words are part of the name of a user with another username. */
  wordsInOtherNames(account: string, words: readonly string[]): string[]
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
      ...startsOf(ready),
      directoryAsOf: this.#options.directory.asOf(account),
    }
  }

  async problems(account: string, source: OnboardingSource) {
    const { users, columns } = await this.#check(account, source)
    const shown = exportedColumns(columns)
    const invalidUsers = users.filter(({ problems }) => problems.length > 0)
    const rows = await mapInSlices(invalidUsers, ({ cells, further, problems }) => [
      ...shown.map(({ field, title }) =>
        field === 'custom_attribute'
          ? valueOf(further.attributes, attributeKey(title))
          : (cells[field] ?? ''),
      ),
      problems.map(({ text }) => textOf(text)).join('; '),
    ])
    const titles = shown.map(({ field, title }) =>
      field === 'custom_attribute' ? `${attributeTitle}${attributeKey(title)}` : field,
    )
    const { accounts, clock } = this.#options
    const name = accountExportName('rows-with-problems', accounts.account(account), clock.now())
    return { filename: `${name}.csv`, text: toCsv([[...titles, 'problem'], ...rows]) }
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
        const isReady = new Set(ready)
        const skipped = users.filter((user) => !isReady.has(user)).map(toSkippedRow)
        return store.add(ready, { actor, reason, now: clock.now(), skipped })
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
    const rows = store
      .rows(run, ['cancelled'])
      .filter((row) => !isCreated(row) && storedUserOf(row))
    const { created, actor: username } = store.jobs.job(run)
    const { baseUrl: instance } = this.#options.accounts.account(account)
    const name = exportName('remaining-users', { instance, username }, created)
    return {
      filename: `${name}-run-${run}.csv`,
      text: toSource(rows, this.#options.clock.now()),
    }
  }

  skipped(account: string, run: number, page: { offset: number; limit: number }) {
    const { sql } = this.#store(account).jobs
    return { items: skippedRows(sql, run, page), total: countSkipped(sql, run) }
  }

  undo(account: string, run: number): Promise<OnboardingUndo> {
    const store = this.#store(account)
    return planRunUndo(this.#options.gitlabOf(account), run, store.createdRows(run))
  }

  createdBy(account: string, run: number): Set<number> {
    const created = this.#store(account).createdRows(run).filter(wasSent)
    return new Set(created.flatMap(({ target }) => target.id ?? []))
  }

  #check(account: string, source: OnboardingSource): Promise<CheckedSource> {
    const { clock, directory } = this.#options
    const knownUsers = {
      inDirectory: (usernames: string[], emails: string[]) =>
        directory.find(account, { usernames, emails }),
      inRuns: () => this.#store(account).openNames(),
    }
    return checkSource(source, knownUsers, clock.now())
  }

  #store(account: string): RunStore {
    return new RunStore(this.#of(account).sql)
  }

  /** Throws if the account doesn't exist or its file can't be opened. */
  #of(account: string): AccountJobs {
    return this.#options.jobs.of(account)
  }
}

/** The columns of checked rows: names are joined, and the username may be derived. */
function exportedColumns(columns: OnboardingCheck['columns']) {
  const shown = columns.flatMap(({ field, title }): { field: OnboardingColumn; title: string }[] =>
    field ? [{ field: isNamePart(field) ? 'name' : field, title }] : [],
  )
  const name = shown.find(({ field }) => field === 'name')
  const once = shown.filter((column) => column.field !== 'name' || column === name)
  const hasUsername = once.some(({ field }) => field === 'username')
  return hasUsername ? once : [{ field: 'username' as const, title: '' }, ...once]
}

function toSkippedRow(user: CheckedUser): SkippedRow {
  const { line, username, name, email, problems } = toCheckedRow(user)
  return { line, username, name, email, problem: problems.map(({ text }) => text).join('; ') }
}

function changedError(ready: number, expected: number): FailureError {
  return createFailureError('onboarding.changed', { ready, expected })
}

/** Rows for another run, with all columns that any row uses. Leaves out dates that have passed. */
function toSource(rows: readonly NewUserRow[], now: number): string {
  const users = rows.map(({ parameters }) => parameters)
  const fields = onboardingFields.filter((field) =>
    users.some(({ user }) => user[field] !== undefined),
  )
  const keys = [
    ...new Set(users.flatMap(({ attributes = [] }) => attributes.map(({ key }) => key))),
  ]
  const hasGroups = users.some(({ groups = [] }) => groups.length > 0)
  const dateOf = ({ due }: NewUserRow) => (due && due.at > now ? formatStartDate(due.at) : '')
  const hasDates = rows.some((row) => dateOf(row) !== '')
  const lines = rows.map((row) => {
    const { user, groups = [], attributes = [] } = row.parameters
    return [
      ...fields.map((field) => String(user[field] ?? '')),
      ...(hasGroups ? [formatGroups(groups)] : []),
      ...(hasDates ? [dateOf(row)] : []),
      ...keys.map((key) => valueOf(attributes, key)),
    ]
  })
  const titles = [
    ...fields,
    ...(hasGroups ? ['groups'] : []),
    ...(hasDates ? ['start_date'] : []),
    ...keys.map((key) => `${attributeTitle}${key}`),
  ]
  return toCsv([titles, ...lines])
}

function valueOf(attributes: readonly NewAttribute[], key: string): string {
  return attributes.find((attribute) => attribute.key === key)?.value ?? ''
}

/** How many rows wait for a start date, and the first date. */
function startsOf(
  ready: readonly CheckedUser[],
): Pick<OnboardingCheck, 'scheduled' | 'firstStart'> {
  const dates = ready.flatMap(({ further }) => further.due?.at ?? [])
  const firstStart = dates.reduce((first, at) => Math.min(first, at), Infinity)
  return { scheduled: dates.length, ...(dates.length > 0 && { firstStart }) }
}
