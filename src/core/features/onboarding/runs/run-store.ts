import { z } from 'zod'
import { type QueueState, queueStates } from '../../../../shared/rules/item-states.ts'
import type { SkippedRow } from '../../../../shared/operations/onboarding.ts'
import { userField } from '../../../../shared/rules/user-fields.ts'
import { message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { JobItem } from '../../../jobs/job-kind.ts'
import { JobStore } from '../../../jobs/job-store.ts'
import { openStatesSql } from '../../../jobs/schema.ts'
import type { FurtherSteps } from '../source/further-columns.ts'
import { jsonSql } from '../../../platform/sqlite/stored-row.ts'
import type { NewUser } from '../source/new-user.ts'

/** The kind's name in the database. */
export const onboardingName = 'onboarding'

/** A user to create, as stored. */
export interface NewUserRow extends JobItem {
  parameters: { line: number; user: NewUser } & Partial<Pick<FurtherSteps, 'groups' | 'attributes'>>
  /** When the first attempt with a lost response was sent, in milliseconds since 1970. */
  snapshot?: { sentAt?: number }
  result?: {
    /** The names of fields that GitLab ignored. */
    ignored: string[]
    webUrl?: string
    /** The user's state after the creation. */
    state?: string
    /** When the creation was sent, which a retry forgets otherwise. */
    sentAt?: number
    /** The groups and custom attributes that were added, as `group platform` or `attribute department`. */
    added?: string[]
  }
}

/** An account's runs and their rows. */
export class RunStore {
  readonly jobs: JobStore<NewUserRow>

  constructor(sql: Sql) {
    this.jobs = new JobStore(sql, onboardingName)
  }

  /** Inserts a run in the open transaction and returns its ID. */
  add(
    users: readonly { line: number; user: NewUser; further: FurtherSteps }[],
    {
      actor,
      reason,
      now,
      skipped,
    }: { actor: string; reason?: string; now: number; skipped: readonly SkippedRow[] },
  ): number {
    const total = users.length
    const job = this.jobs.insertJob({ actor, reason, created: now, total, starts: now })
    // The first run after file damage may repeat one that was lost, so its users are looked up before anything is sent.
    const state = this.jobs.takeReplaced() ? 'unknown' : undefined
    for (const { line, user, further } of users) {
      const { username, name } = user
      const { groups, attributes, due } = further
      const target = { username, name }
      const parameters: NewUserRow['parameters'] = {
        line,
        user,
        ...(groups.length > 0 && { groups }),
        ...(attributes.length > 0 && { attributes }),
      }
      this.jobs.insert(
        { job, action: 'create', target, reason, note: false, parameters, due, state },
        now,
      )
    }
    for (const { line, username, name, email, problem } of skipped) {
      this.jobs.sql.run(
        'INSERT INTO skipped_rows (job, line, username, name, email, problem) VALUES (?, ?, ?, ?, ?, ?)',
        ...[job, line, username, name, email, problem],
      )
    }
    return job
  }

  /** A run's rows in these states, in the file's order. Throws if the run doesn't exist. */
  rows(run: number, states: readonly QueueState[]): NewUserRow[] {
    this.jobs.job(run)
    return [...this.jobs.pages(run)].flat().filter(({ state }) => states.includes(state))
  }

  /** The rows whose user exists, even if something that follows the creation failed. */
  createdRows(run: number): NewUserRow[] {
    return this.rows(run, queueStates).filter(isCreated)
  }

  /** The usernames and emails of users who may still be created, in lower case. */
  openNames(): { usernames: Set<string>; emails: Set<string> } {
    const rows = this.jobs.sql.all<{ username: string; email: string }>(
      `SELECT lower(username) AS username, lower(${jsonSql('parameters', '$.user.email')}) AS email FROM items
       WHERE kind = ? AND (state IN ${openStatesSql} OR state = 'scheduled')`,
      onboardingName,
    )
    return {
      usernames: new Set(rows.map(({ username }) => username)),
      emails: new Set(rows.map(({ email }) => email)),
    }
  }

  /** Requeues the rows that failed or lack something. If the run is paused, it sends them when resumed. */
  retry(run: number, now: number): void {
    const failedRows = this.rows(run, ['refused', 'done']).filter(({ failure }) => failure)
    if (failedRows.length > 0) this.jobs.continueJob(run, now)
    for (const { id } of failedRows) this.jobs.requeue(id, now, {})
  }
}

/** The rows that a run left out, in the file's order; all without a page. */
export function skippedRows(
  sql: Sql,
  run: number,
  { offset = 0, limit = -1 }: { offset?: number; limit?: number } = {},
): SkippedRow[] {
  return sql.all<SkippedRow>(
    'SELECT line, username, name, email, problem FROM skipped_rows WHERE job = ? ORDER BY line LIMIT ? OFFSET ?',
    ...[run, limit, offset],
  )
}

/** How many rows a run left out. */
export function countSkipped(sql: Sql, run: number): number {
  return sql.one<{ rows: number }>('SELECT count(*) AS rows FROM skipped_rows WHERE job = ?', run)!
    .rows
}

/** How many created users lack a group or custom attribute, because GitLab refused it. */
export function countLacking(sql: Sql, run: number): number {
  const query = `SELECT count(*) AS rows FROM items WHERE job = ? AND state = 'done' AND failure IS NOT NULL`
  return sql.one<{ rows: number }>(query, run)!.rows
}

const StoredUser = z.object({
  line: z.number(),
  user: z.looseObject({ username: z.string(), name: z.string(), email: z.string() }),
})
const StoredResult = z.object({ ignored: z.array(z.string()), webUrl: z.string().optional() })

/** The user to create; undefined if the row was edited or damaged. */
export function storedUserOf({ parameters }: JobItem) {
  // guard: damaged-user
  return StoredUser.safeParse(parameters).data
}

/** What came of it; undefined for nothing, and if the row was edited or damaged. */
export function storedResultOf({ result }: JobItem) {
  return StoredResult.safeParse(result).data
}

/** Which fields GitLab ignored for a created user. */
export function remarkOf(row: JobItem): string | undefined {
  const { ignored = [] } = storedResultOf(row) ?? {}
  if (ignored.length === 0) return undefined
  const fields = ignored.map((name) => {
    const field = userField(name)
    return field ? message(field.label) : name
  })
  return textOf(message('onboarding.ignored', { fields }))
}

/** Whether a row's user exists on GitLab. */
export function isCreated({ target }: NewUserRow): boolean {
  return target.id !== undefined
}

/** Whether the run sent a row. If the file was damaged, the user may have existed before. */
export function wasSent({ snapshot, result }: NewUserRow): boolean {
  return (snapshot?.sentAt ?? result?.sentAt) !== undefined
}
