import type { QueueState } from '../../../../shared/operations/queue.ts'
import { userField } from '../../../../shared/rules/user-fields.ts'
import { message } from '../../../../shared/messages/message.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { JobItem } from '../../../jobs/job-kind.ts'
import { JobStore } from '../../../jobs/job-store.ts'
import { openStatesSql } from '../../../jobs/schema.ts'
import type { NewUser } from '../source/new-user.ts'

/** The kind's name in the database. */
export const onboardingName = 'onboarding'

/** A user to create, as stored. */
export interface NewUserRow extends JobItem {
  parameters: { line: number; user: NewUser }
  /** When the first attempt with a lost response was sent, in milliseconds since 1970. */
  snapshot?: { sentAt?: number }
  result?: {
    /** The names of fields that GitLab ignored. */
    ignored: string[]
    webUrl?: string
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
    users: readonly { line: number; user: NewUser }[],
    { actor, reason, now }: { actor: string; reason?: string; now: number },
  ): number {
    const total = users.length
    const job = this.jobs.insertJob({ actor, reason, created: now, total, starts: now })
    // The first run after file damage may repeat one that was lost, so its users are looked up before anything is sent.
    const state = this.jobs.takeReplaced() ? 'unknown' : undefined
    for (const { line, user } of users) {
      const { username, name } = user
      const target = { username, name }
      const parameters = { line, user }
      this.jobs.insert(
        { job, action: 'create', target, reason, note: false, parameters, state },
        now,
      )
    }
    return job
  }

  /** A run's rows in these states, in the file's order. Throws if the run doesn't exist. */
  rows(run: number, states: readonly QueueState[]): NewUserRow[] {
    this.jobs.job(run)
    return [...this.jobs.pages(run)].flat().filter(({ state }) => states.includes(state))
  }

  /** The usernames and emails of users who may still be created, in lower case. */
  openNames(): { usernames: Set<string>; emails: Set<string> } {
    const rows = this.jobs.sql.all<{ username: string; email: string }>(
      `SELECT lower(username) AS username, lower(parameters ->> '$.user.email') AS email FROM items
       WHERE kind = ? AND state IN ${openStatesSql}`,
      onboardingName,
    )
    return {
      usernames: new Set(rows.map(({ username }) => username)),
      emails: new Set(rows.map(({ email }) => email)),
    }
  }

  /** Requeues the failed rows. If the run is paused, it sends them when resumed. */
  retry(run: number, now: number): void {
    const failedRows = this.rows(run, ['refused'])
    if (failedRows.length > 0) this.jobs.continueJob(run, now)
    for (const { id } of failedRows) this.jobs.requeue(id, now, {})
  }
}

/** Which fields GitLab ignored for a created user. */
export function noteOf({ result }: NewUserRow): string | undefined {
  if (!result || result.ignored.length === 0) return undefined
  const fields = result.ignored.map((name) => {
    const field = userField(name)
    return field ? message(field.label) : name
  })
  return textOf(message('onboarding.ignored', { fields }))
}

/** Whether the run sent a row. If the file was damaged, the user may have existed before. */
export function wasSent({ snapshot }: NewUserRow): boolean {
  return snapshot?.sentAt !== undefined
}
