import { message } from '../../../../shared/messages/message.ts'
import { toCsv } from '../../../infra/files/csv.ts'
import { t, textOf } from '../../../infra/messages.ts'
import { type UserRow, nameOf, noteOf } from './run-store.ts'

const columns = ['username', 'name', 'email', 'profile', 'result', 'reason']

/** A line for each row. Has no password: nobody but GitLab and the user ever knows one. */
export function createReport(rows: readonly UserRow[]): string {
  return toCsv([
    columns,
    ...rows.map((row) => [
      row.username,
      nameOf(row),
      row.email,
      row.web_url ?? '',
      t(`onboarding.result_${row.state}`),
      reasonOf(row),
    ]),
  ])
}

function reasonOf(row: UserRow): string {
  const note = noteOf(row) ?? ''
  if (row.state !== 'created') return note
  const emailed = textOf(message('onboarding.emailedLink'))
  return note ? `${emailed}. ${note}` : emailed
}
