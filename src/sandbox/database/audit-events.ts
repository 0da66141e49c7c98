import type { Context } from '../context.ts'

/** Something an administrator did to somebody. */
export interface AuditEvent {
  author_id: number
  entity_id: number
  event: 'ssh_key_added' | 'gpg_key_added'
  details: Record<string, string | number | null>
}

/** Writes down what was done, now. */
export function recordAuditEvent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  event: AuditEvent,
): void {
  db.run(
    `INSERT INTO audit_events (author_id, entity_id, event, details, created_at)
     VALUES (?, ?, ?, ?, ?)`,
    event.author_id,
    event.entity_id,
    event.event,
    JSON.stringify(event.details),
    now().toISOString(),
  )
}
