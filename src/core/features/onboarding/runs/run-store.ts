import type { HoldReason } from '../../../../shared/operations/queue.ts'
import type { OnboardingRow, OnboardingRun } from '../../../../shared/operations/onboarding.ts'
import { type Text, message } from '../../../../shared/messages/message.ts'
import {
  type OnboardingRowState,
  onboardingRowStates,
} from '../../../../shared/rules/onboarding.ts'
import { userField } from '../../../../shared/rules/user-fields.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Database } from '../../../platform/sqlite/database.ts'
import { Sql } from '../../../platform/sqlite/sql.ts'
import { formatStoredText, parseText, serializeText } from '../../../platform/stored-text.ts'
import type { NewUser } from '../source/new-user.ts'

/** A row of a run as it is stored. */
export interface UserRow {
  id: number
  run: number
  line: number
  username: string
  email: string
  /** What is sent, as JSON. */
  input: string
  state: OnboardingRowState
  /** When it was first sent of the times whose answers were lost, in milliseconds since 1970. */
  sent: number | null
  attempts: number
  user: number | null
  web_url: string | null
  /** Names of the fields that GitLab ignored, as JSON. */
  ignored: string | null
  failure: string | null
}

/** A row that is worked on, with the reason of its run. */
export interface OpenRow extends UserRow {
  reason: string | null
}

interface RunRow {
  id: number
  created: number
  actor: string
  reason: string | null
  state: 'running' | 'paused' | 'cancelled'
  hold: HoldReason | null
}

/** States in which nobody knows yet whether the user will be created. */
const openStates = `('pending', 'sending', 'unknown')`

/** The runs of an account and their rows. Every change is on disk when its method returns. */
export class RunStore {
  readonly #sql: Sql
  readonly #now: () => number
  readonly #isReplacement: boolean

  /** `isReplacement`: the database replaces a damaged one. */
  constructor(
    database: Database,
    { now, isReplacement }: { now: () => number; isReplacement: boolean },
  ) {
    database.exec('PRAGMA foreign_keys = ON')
    this.#sql = new Sql(database)
    this.#now = now
    this.#isReplacement = isReplacement
  }

  add(
    users: readonly { line: number; user: NewUser }[],
    { actor, reason }: { actor: string; reason?: string },
  ): number {
    return this.#sql.transaction(() => {
      const { id } = this.#sql.run(
        `INSERT INTO runs (created, actor, reason, state) VALUES (?, ?, ?, 'running')`,
        this.#now(),
        actor,
        reason || null,
      )
      // The first run after a damage may repeat a lost one, whose users are looked up before anything is sent.
      const state = this.#isReplacement && id === 1 ? 'unknown' : 'pending'
      for (const { line, user } of users) {
        this.#sql.run(
          'INSERT INTO users (run, line, username, email, input, state) VALUES (?, ?, ?, ?, ?, ?)',
          id,
          line,
          user.username,
          user.email,
          JSON.stringify(user),
          state,
        )
      }
      return id
    })
  }

  runs(): OnboardingRun[] {
    return this.#sql
      .all<RunRow>('SELECT * FROM runs ORDER BY id DESC')
      .map((run) => this.#toRun(run))
  }

  run(id: number): OnboardingRun {
    const row = this.#sql.one<RunRow>('SELECT * FROM runs WHERE id = ?', id)
    if (row) return this.#toRun(row)
    throw new FailureError({
      kind: 'not-found',
      message: message('onboarding.gone'),
      hint: message('onboarding.goneHint'),
    })
  }

  rows(
    run: number,
    {
      states = onboardingRowStates,
      offset,
      limit,
    }: { states?: readonly OnboardingRowState[] | undefined; offset: number; limit: number },
  ): { items: OnboardingRow[]; total: number } {
    const where = 'run = ? AND state IN (SELECT value FROM json_each(?))'
    const values = [run, JSON.stringify(states)] as const
    const items = this.#sql.all<UserRow>(
      `SELECT * FROM users WHERE ${where} ORDER BY id LIMIT ? OFFSET ?`,
      ...values,
      limit,
      offset,
    )
    const count = this.#sql.one(`SELECT count(*) AS count FROM users WHERE ${where}`, ...values)
    return { items: items.map(toOnboardingRow), total: Number(count!['count']) }
  }

  /** All rows of a run in these states, in the order of the file. */
  all(run: number, states: readonly OnboardingRowState[] = onboardingRowStates): UserRow[] {
    return this.#sql.all<UserRow>(
      'SELECT * FROM users WHERE run = ? AND state IN (SELECT value FROM json_each(?)) ORDER BY id',
      run,
      JSON.stringify(states),
    )
  }

  /** Usernames and emails of users who may still be created, in lower case. */
  openNames(): { usernames: Set<string>; emails: Set<string> } {
    const rows = this.#sql.all<Pick<UserRow, 'username' | 'email'>>(
      `SELECT lower(username) AS username, lower(email) AS email FROM users WHERE state IN ${openStates}`,
    )
    return {
      usernames: new Set(rows.map(({ username }) => username)),
      emails: new Set(rows.map(({ email }) => email)),
    }
  }

  openCount(): number {
    const sql = `SELECT count(*) AS count FROM users WHERE state IN ${openStates}`
    return Number(this.#sql.one(sql)!['count'])
  }

  pause(run: number): void {
    this.#sql.run(`UPDATE runs SET state = 'paused' WHERE id = ? AND state = 'running'`, run)
  }

  /** Pauses all runs that are not at their end until a person resumes them. Returns whether there were any. */
  hold(reason: HoldReason): boolean {
    const { changes } = this.#sql.run(
      `UPDATE runs SET state = 'paused', hold = ? WHERE state = 'running'
         AND EXISTS (SELECT 1 FROM users WHERE run = runs.id AND state IN ${openStates})`,
      reason,
    )
    return changes > 0
  }

  resume(run: number): void {
    this.#sql.transaction(() => {
      this.#sql.run(
        `UPDATE runs SET state = 'running', hold = NULL WHERE id = ? AND state = 'paused'`,
        run,
      )
      this.#sql.run('UPDATE users SET not_before = 0 WHERE run = ?', run)
    })
  }

  /** Whether rows that were sent were created is still found out. */
  cancel(run: number): void {
    this.#sql.transaction(() => {
      this.#sql.run(`UPDATE runs SET state = 'cancelled', hold = NULL WHERE id = ?`, run)
      this.#sql.run(
        `UPDATE users SET state = 'cancelled', finished = ? WHERE run = ? AND state = 'pending'`,
        this.#now(),
        run,
      )
    })
  }

  /** A run that is paused stays paused, and sends the rows when it is resumed. */
  retry(run: number): void {
    this.#sql.transaction(() => {
      this.#sql.run(
        `UPDATE runs SET state = 'running', hold = NULL WHERE id = ?
         AND NOT (state = 'paused' AND EXISTS (SELECT 1 FROM users WHERE run = runs.id AND state IN ${openStates}))`,
        run,
      )
      this.#sql.run(
        `UPDATE users SET state = 'pending', failure = NULL, not_before = 0, finished = NULL
         WHERE run = ? AND state = 'failed'`,
        run,
      )
    })
  }

  remove(run: number): void {
    this.#sql.run('DELETE FROM runs WHERE id = ?', run)
  }

  /** A row that was being sent when the process ended, or could not be written to afterwards, may have been created. */
  recover(): void {
    this.#sql.run(`UPDATE users SET state = 'unknown' WHERE state = 'sending'`)
  }

  /** The next rows to work on: those to look up before those to send. */
  next(count: number): OpenRow[] {
    return this.#sql.all<OpenRow>(
      `SELECT users.*, runs.reason FROM users JOIN runs ON runs.id = users.run
       WHERE not_before <= ? AND (users.state = 'unknown' OR (users.state = 'pending' AND runs.state = 'running'))
       ORDER BY users.state DESC, users.id LIMIT ?`,
      this.#now(),
      count,
    )
  }

  /** When there is something to do again, in milliseconds since 1970; `Infinity` where there is nothing. */
  nextMoment(): number {
    const row = this.#sql.one(
      `SELECT min(not_before) AS moment FROM users JOIN runs ON runs.id = users.run
       WHERE users.state = 'unknown' OR (users.state = 'pending' AND runs.state = 'running')`,
    )
    const moment = row?.['moment']
    return typeof moment === 'number' ? moment : Infinity
  }

  /** Call it before a row is sent. */
  sending({ id }: UserRow): void {
    this.#sql.run(
      `UPDATE users SET state = 'sending', failure = NULL, sent = coalesce(sent, ?), attempts = attempts + 1 WHERE id = ?`,
      this.#now(),
      id,
    )
  }

  created({ id }: UserRow, user: { id: number; web_url?: string | null }, ignored: string[]): void {
    this.#sql.run(
      `UPDATE users SET state = 'created', finished = ?, user = ?, web_url = ?, ignored = ?, failure = NULL WHERE id = ?`,
      this.#now(),
      user.id,
      user.web_url ?? null,
      ignored.length > 0 ? JSON.stringify(ignored) : null,
      id,
    )
  }

  /** It was surely not created. */
  failed({ id }: UserRow, why: Text): void {
    this.#sql.run(
      `UPDATE users SET state = 'failed', finished = ?, failure = ?, sent = NULL WHERE id = ?`,
      this.#now(),
      serializeText(why),
      id,
    )
  }

  /** It surely was not sent, and comes again; in a run that was cancelled meanwhile, it doesn't. */
  notSent({ id, sent }: UserRow): void {
    const isCancelled = `(SELECT state FROM runs WHERE id = run) = 'cancelled'`
    this.#sql.run(
      `UPDATE users SET sent = ?, failure = NULL, state = iif(${isCancelled}, 'cancelled', 'pending'),
         finished = iif(${isCancelled}, ?, NULL) WHERE id = ?`,
      sent,
      this.#now(),
      id,
    )
  }

  /** It may have been created, which is found out at this moment. */
  unknown({ id }: UserRow, why: Text, notBefore: number): void {
    this.#sql.run(
      `UPDATE users SET state = 'unknown', failure = ?, not_before = ? WHERE id = ?`,
      serializeText(why),
      notBefore,
      id,
    )
  }

  #toRun({ id, created, actor, reason, state, hold }: RunRow): OnboardingRun {
    const counts = Object.fromEntries(onboardingRowStates.map((one) => [one, 0]))
    const rows = this.#sql.all<{
      state: OnboardingRowState
      count: number
      finished: number | null
    }>(
      'SELECT state, count(*) AS count, max(finished) AS finished FROM users WHERE run = ? GROUP BY state',
      id,
    )
    for (const row of rows) counts[row.state] = row.count
    const finished = rows.flatMap((row) => row.finished ?? [])
    const isOpen = counts['pending']! + counts['sending']! + counts['unknown']! > 0
    const ended = counts['cancelled']! > 0 ? 'cancelled' : 'finished'
    return {
      id,
      created,
      actor,
      ...(reason !== null && { reason }),
      ...(!isOpen && finished.length > 0 && { ended: Math.max(...finished) }),
      state: isOpen ? state : ended,
      ...(isOpen && hold && { hold }),
      total: rows.reduce((sum, { count }) => sum + count, 0),
      counts: counts as OnboardingRun['counts'],
    }
  }
}

/** What is said of a row besides its state. */
export function noteOf({ failure, ignored }: UserRow): string | undefined {
  if (failure !== null) return formatStoredText(parseText(failure))
  if (ignored === null) return undefined
  const fields = (JSON.parse(ignored) as string[]).map((name) => {
    const field = userField(name)
    return field ? message(field.label) : name
  })
  return textOf(message('onboarding.ignored', { fields }))
}

/** Whether the run sent a row; one of a damaged run may be of a user who existed before. */
export function wasSent({ sent }: UserRow): boolean {
  return sent !== null
}

/** What is sent to create the user of a row. */
export function inputOf({ input }: UserRow): NewUser {
  return JSON.parse(input) as NewUser
}

export function nameOf(row: UserRow): string {
  return inputOf(row).name
}

function toOnboardingRow(row: UserRow): OnboardingRow {
  const { id, line, username, email, state, user } = row
  return {
    id,
    line,
    username,
    name: nameOf(row),
    email,
    state,
    ...(user !== null && { user }),
    note: noteOf(row),
  }
}
