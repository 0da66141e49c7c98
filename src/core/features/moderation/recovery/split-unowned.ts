import { currentTime } from '../../../../shared/clock.ts'
import { type Database, connect } from '../../../infra/sqlite/database.ts'
import { toCsv } from '../../../infra/files/csv.ts'
import { type Actor, AuditLog } from '../../../audit-log/audit-log.ts'
import { writeAuditLog, writeArchived } from './audit-log-archive.ts'
import { localDay } from '../../../infra/time/local-day.ts'
import { type ActionRow, toActionRow } from '../rows.ts'
import { finishedStates } from '../schema.ts'

const columns: Record<string, (row: ActionRow) => string | number | undefined> = {
  created: ({ created }) => new Date(created).toISOString(),
  action: ({ action }) => action,
  id: ({ target }) => target.id,
  username: ({ target }) => target.username,
  name: ({ target }) => target.name,
  reason: ({ reason }) => reason,
  state: ({ state }) => state,
}

/** The rows of a shared database whose users get no file of their own. */
export class UnownedRows {
  readonly #database: Database
  readonly #targets: readonly { baseUrl: string; userId: number }[]

  constructor(shared: string, targets: readonly { baseUrl: string; userId: number }[]) {
    this.#database = connect(shared)
    this.#targets = targets
  }

  owners(): Actor[] {
    const rows = this.#database
      .prepare(
        `SELECT instance, actor_id FROM audit_log UNION
         SELECT base_url, actor_id FROM owners JOIN actions ON actions.owner = owners.id
           WHERE actions.state NOT IN ${finishedStates}`,
      )
      .all()
    return rows
      .map((row) => ({ instance: String(row['instance']), id: Number(row['actor_id']) }))
      .filter(({ instance, id }) =>
        this.#targets.every(({ baseUrl, userId }) => baseUrl !== instance || userId !== id),
      )
  }

  /** Keeps their audit log, and their queued actions, which are not sent any more. */
  keep(owner: Actor, folder: string): void {
    const auditLog = new AuditLog({ database: this.#database, now: currentTime })
    writeAuditLog(auditLog, owner, folder)
    const rows = this.#queued(owner)
    if (rows.length === 0) return
    const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '')))
    const day = localDay(Math.max(...rows.map(({ created }) => created)))
    const name = [new URL(owner.instance).host, `user-${owner.id}`, day, 'not-sent']
    writeArchived(folder, name, toCsv([Object.keys(columns), ...cells]))
  }

  close(): void {
    this.#database.close()
  }

  #queued({ instance, id }: Actor): ActionRow[] {
    return this.#database
      .prepare(
        `SELECT actions.* FROM actions JOIN owners ON owners.id = actions.owner
         WHERE base_url = ? AND actor_id = ? AND state NOT IN ${finishedStates} ORDER BY position`,
      )
      .all(instance, id)
      .map(toActionRow)
  }
}
