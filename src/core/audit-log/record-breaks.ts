import { message } from '../../shared/messages/message.ts'
import type { Database } from '../infra/sqlite/database.ts'
import { Sql } from '../infra/sqlite/sql.ts'
import { AuditLog } from './audit-log.ts'
import { findBreaks } from './chain.ts'
import { currentTime } from '../../shared/clock.ts'

/** IDs that an entry names. */
const maxIds = 20

/** After a recovery: adds an entry to each chain that is broken, which says where, and goes on from there. */
export function recordBreaks(database: Database): void {
  const auditLog = new AuditLog({ database, now: currentTime })
  for (const { actor, ids } of findBreaks(new Sql(database)).values()) {
    const named = ids.slice(0, maxIds).join(', ')
    auditLog.add({
      instance: String(actor['instance']),
      actor: { id: Number(actor['actor_id']), username: String(actor['actor']) },
      action: 'auditLog.recovered',
      outcome: 'done',
      answer: message('auditLog.brokenBefore', {
        ids: ids.length > maxIds ? `${named}, …` : named,
      }),
    })
  }
}
