import type { OnboardingRun } from '../../../../shared/operations/onboarding.ts'
import { message } from '../../../../shared/messages/message.ts'
import { onboardingFields } from '../../../../shared/rules/user-fields.ts'
import { describeRun, sumsOfOnboardingRun } from '../../../../shared/rules/run-sums.ts'
import { toCsv } from '../../../platform/files/csv.ts'
import { type TextFile, besideCsv } from '../../../platform/files/described-table.ts'
import { t, textOf } from '../../../platform/messages.ts'
import { localDay } from '../../../../shared/rules/local-day.ts'
import { type NewUserRow, noteOf, resultOf } from './run-store.ts'

const columns = ['username', 'name', 'email', 'profile', 'result', 'reason']

/** A line for each row, and what the run is. Has no password: nobody but GitLab and the user ever knows one. */
export function createOnboardingReport(
  run: OnboardingRun,
  rows: readonly NewUserRow[],
): TextFile[] {
  const filename = `new-users-${localDay(run.created)}-run-${run.id}.csv`
  const text = toCsv([
    columns,
    ...rows.map((row) => [
      row.target.username,
      row.target.name,
      row.parameters.user.email,
      row.result?.webUrl ?? '',
      t(`onboarding.result_${resultOf(row)}`),
      reasonOf(row),
    ]),
  ])
  const description = { action: 'create', ...describeRun(run, sumsOfOnboardingRun(run)) }
  return besideCsv({ filename, text }, description)
}

/** Rows as the file of another run, with the columns that any of them has. */
export function toSource({ id, created }: OnboardingRun, rows: readonly NewUserRow[]): TextFile {
  const users = rows.map(({ parameters }) => parameters.user)
  const fields = onboardingFields.filter((field) => users.some((user) => user[field] !== undefined))
  const lines = users.map((user) => fields.map((field) => String(user[field] ?? '')))
  const filename = `remaining-users-${localDay(created)}-run-${id}.csv`
  return { filename, text: toCsv([fields, ...lines]) }
}

function reasonOf(row: NewUserRow): string {
  const note = noteOf(row) ?? ''
  if (resultOf(row) !== 'created') return note
  const emailed = textOf(message('onboarding.emailedLink'))
  return note ? `${emailed}. ${note}` : emailed
}
