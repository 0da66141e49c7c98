import { message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import type { JobItem } from '../../../jobs/job-kind.ts'
import type { JobScreen } from '../../../jobs/jobs.ts'
import { formatStoredFailure } from '../../../jobs/stored-failure.ts'
import { jsonSql } from '../../../platform/sqlite/stored-row.ts'
import {
  countLacking,
  countSkipped,
  remarkOf,
  skippedRows,
  storedResultOf,
  storedUserOf,
} from './run-store.ts'

/** How the screens for runs show new users. Leaves out passwords, which only GitLab and the user know. */
export const onboardingScreen: Omit<JobScreen, 'retry'> = {
  nameOf: ({ total }) => message('onboarding.createCount', { count: total }),
  // Reversible until undo runs have deleted all the users that it created.
  isReversible: (sql, { id }) =>
    sql.one<{ is_left: number }>(
      `SELECT (SELECT count(*) FROM items WHERE job = ?1 AND target IS NOT NULL) >
         (SELECT count(*) FROM items JOIN jobs ON jobs.id = items.job
          WHERE ${jsonSql('jobs.parameters', '$.undoes')} = ?1 AND items.state = 'done') AS is_left`,
      id,
    )!.is_left === 1,
  detailsOf: (item) => ({ email: storedUserOf(item)?.user.email, remark: remarkOf(item) }),
  lackingOf: (sql, { id }) => countLacking(sql, id),
  skipped: {
    count: (sql, { id }) => countSkipped(sql, id),
    rows: (sql, { id }) =>
      skippedRows(sql, id).map(({ problem, ...row }) => ({ ...row, answer: problem })),
  },
  columns: {
    answer: answerOf,
    line: (item) => storedUserOf(item)?.line,
    email: (item) => storedUserOf(item)?.user.email,
    profile: (item) => storedResultOf(item)?.webUrl,
  },
}

function answerOf(row: JobItem): string | undefined {
  if (row.failure) return formatStoredFailure(row.failure).message
  if (row.state !== 'done') return undefined
  const emailNotice = textOf(message('onboarding.emailedLink'))
  const remark = remarkOf(row)
  return remark === undefined ? emailNotice : `${emailNotice}. ${remark}`
}
