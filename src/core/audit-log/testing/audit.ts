import { DatabaseSync } from 'node:sqlite'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { UnformattedFailure } from '../../platform/failure.ts'
import { Audit, type AuditOptions } from '../audit.ts'
import { AuditLog } from '../audit-log.ts'
import { auditLogTable } from '../schema.ts'
import { currentTime } from '../../../shared/rules/clock.ts'

export interface TestAudit {
  audit: Audit
  /** Actions of the test's only account, newest first. */
  entries(): AuditLogEntry[]
  /** Logged messages. */
  logged: string[]
  /** Failures to write an entry. */
  unsaved: UnformattedFailure[]
}

/** An audit for one administrator, with an audit log in memory. */
export function testAudit(options: Partial<AuditOptions> = {}): TestAudit {
  const database = new DatabaseSync(':memory:')
  database.exec(auditLogTable)
  const auditLog = new AuditLog({ database, now: currentTime })
  const logged: string[] = []
  const unsaved: UnformattedFailure[] = []
  const instance = 'https://accounts.example.com'
  const audit = new Audit({
    addEntry: (_, entry) => auditLog.add(entry),
    account: () => ({ baseUrl: instance, user: { id: 1, username: 'ines', name: 'Ines' } }),
    usernameOf: () => undefined,
    onUnsaved: (failure) => void unsaved.push(failure),
    log: (message) => logged.push(message),
    ...options,
  })
  const entries = () =>
    auditLog.list({ instance, id: 1 }, { filter: {}, offset: 0, limit: 1000 }).items
  return { audit, entries, logged, unsaved }
}
