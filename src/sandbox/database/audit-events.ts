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
  db.insert('audit_events', {
    ...event,
    details: JSON.stringify(event.details),
    created_at: now().toISOString(),
  })
}
