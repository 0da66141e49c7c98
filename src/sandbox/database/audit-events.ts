import type { Context } from '../context.ts'

/** An administrator's action on a user. */
export interface AuditEvent {
  author_id: number
  entity_id: number
  event: 'ssh_key_added' | 'gpg_key_added'
  details: Record<string, string | number | null>
}

/** Records an audit event at the current time. */
export function recordAuditEvent(
  { db, now }: Pick<Context, 'db' | 'now'>,
  event: AuditEvent,
): void {
  db.insert('audit_events', {
    ...event,
    details: JSON.stringify(event.details),
    created_at: now().toISOString(),
  })
}
