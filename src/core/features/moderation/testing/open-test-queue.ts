import { dirname, join } from 'node:path'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { Database } from '../../../platform/sqlite/database.ts'
import { type QueueFile, openQueue } from '../open-queue.ts'

export const testOwner = {
  baseUrl: 'https://gitlab.example.com',
  actor: { id: 1, username: 'ines' },
}

/** Opens the queue of an administrator; audit logs are kept in a folder beside it. */
export function openTestQueue(path: string, options: Partial<QueueFile> = {}): Database {
  return openQueue({
    path,
    owner: testOwner,
    auditLogs: join(dirname(path), 'audit'),
    now: currentTime,
    log: () => undefined,
    ...options,
  })
}
