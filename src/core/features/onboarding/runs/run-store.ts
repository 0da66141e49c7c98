import type { OnboardingRow, OnboardingRun } from '../../../../shared/operations/onboarding.ts'
import type { QueueState } from '../../../../shared/operations/queue.ts'
import { userField } from '../../../../shared/rules/user-fields.ts'
import { message } from '../../../../shared/messages/message.ts'
import {
  type OnboardingRowState,
  onboardingRowStates,
} from '../../../../shared/rules/onboarding.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Sql } from '../../../platform/sqlite/sql.ts'
import type { Job, JobItem } from '../../../jobs/job-kind.ts'
import { JobStore } from '../../../jobs/job-store.ts'
import { openStatesSql } from '../../../jobs/schema.ts'
import { formatStoredFailure } from '../../../jobs/stored-failure.ts'
import type { NewUser } from '../source/new-user.ts'

/** The name of the kind in the file. */
export const onboardingName = 'onboarding'

/** A user to create, as the file has it. */
export interface NewUserRow extends JobItem {
  parameters: { line: number; user: NewUser }
  /** When it was first sent of the times whose answers were lost, in milliseconds since 1970. */
  snapshot?: { sentAt?: number }
  result?: {
    /** Names of the fields that GitLab ignored. */
    ignored: string[]
    webUrl?: string
  }
}

/** What a state of an item is called for a new user. */
const rowStates: Record<QueueState, OnboardingRowState> = {
  scheduled: 'pending',
  undoable: 'pending',
  ready: 'pending',
  sending: 'sending',
  unknown: 'unknown',
  done: 'created',
  refused: 'failed',
  conflict: 'failed',
  expired: 'failed',
  cancelled: 'cancelled',
}

/** The runs of an account and their rows. */
export class RunStore {
  readonly jobs: JobStore<NewUserRow>

  constructor(sql: Sql) {
    this.jobs = new JobStore(sql, onboardingName)
  }

  /** Inserts a run as part of the open transaction; returns its ID. */
  add(
    users: readonly { line: number; user: NewUser }[],
    { actor, reason, now }: { actor: string; reason?: string; now: number },
  ): number {
    const total = users.length
    const job = this.jobs.insertJob({ actor, reason, created: now, total, starts: now })
    // The first run after a damage may repeat a lost one, whose users are looked up before anything is sent.
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

  runs(): OnboardingRun[] {
    return this.jobs.jobs().map((job) => this.#toRun(job))
  }

  run(id: number): OnboardingRun {
    return this.#toRun(this.jobs.job(id))
  }

  rows(
    run: number,
    {
      states,
      offset,
      limit,
    }: { states?: readonly OnboardingRowState[] | undefined; offset: number; limit: number },
  ): { items: OnboardingRow[]; total: number } {
    const filter = { job: run, states: states && itemStates(states) }
    const { items, total } = this.jobs.list(filter, { offset, limit, order: 'oldest' })
    return { items: items.map(toOnboardingRow), total }
  }

  /** All rows of a run in these states, in the order of the file. */
  all(run: number, states: readonly OnboardingRowState[] = onboardingRowStates): NewUserRow[] {
    return [...this.jobs.pages(run)].flat().filter(({ state }) => states.includes(rowStates[state]))
  }

  /** Usernames and emails of users who may still be created, in lower case. */
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

  /** Queues the failed rows again. A run that is paused stays paused, and sends them when it is resumed. */
  retry(run: number, now: number): void {
    const { state, counts } = this.run(run)
    const isOpen = counts.pending + counts.sending + counts.unknown > 0
    if (state !== 'paused' || !isOpen) {
      this.jobs.reopenJob(run, now)
      this.jobs.resumeJob(run, now)
    }
    for (const { id } of this.all(run, ['failed'])) this.jobs.requeue(id, now, {})
  }

  #toRun({ id, created, actor, reason, state, hold, total }: Job): OnboardingRun {
    const counts = Object.fromEntries(onboardingRowStates.map((name) => [name, 0]))
    for (const [name, count] of Object.entries(this.jobs.countByState(id))) {
      counts[rowStates[name as QueueState]]! += count
    }
    const ended = this.jobs.lastFinish(id)
    const isOpen = counts['pending']! + counts['sending']! + counts['unknown']! > 0
    return {
      id,
      created,
      actor,
      ...(reason !== undefined && { reason }),
      ...(!isOpen && ended !== undefined && { ended }),
      state: isOpen ? state : counts['cancelled']! > 0 ? 'cancelled' : 'finished',
      ...(isOpen && hold && { hold }),
      total,
      counts: counts as OnboardingRun['counts'],
    }
  }
}

function itemStates(states: readonly OnboardingRowState[]): QueueState[] {
  const all = Object.keys(rowStates) as QueueState[]
  return all.filter((state) => states.includes(rowStates[state]))
}

/** What is said of a row besides its state. */
export function noteOf({ failure, result }: NewUserRow): string | undefined {
  if (failure) return formatStoredFailure(failure).message
  if (!result || result.ignored.length === 0) return undefined
  const fields = result.ignored.map((name) => {
    const field = userField(name)
    return field ? message(field.label) : name
  })
  return textOf(message('onboarding.ignored', { fields }))
}

/** Whether the run sent a row; one of a damaged file may be of a user who existed before. */
export function wasSent({ snapshot }: NewUserRow): boolean {
  return snapshot?.sentAt !== undefined
}

export function resultOf({ state }: NewUserRow): OnboardingRowState {
  return rowStates[state]
}

function toOnboardingRow(row: NewUserRow): OnboardingRow {
  const { id, target, parameters } = row
  return {
    id,
    line: parameters.line,
    username: target.username,
    name: target.name,
    email: parameters.user.email,
    state: resultOf(row),
    ...(target.id !== undefined && { user: target.id }),
    note: noteOf(row),
  }
}
