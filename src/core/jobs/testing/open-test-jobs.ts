import { dirname, join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { type JobsFile, openJobs } from '../open-jobs.ts'

export const testOwner = {
  baseUrl: 'https://gitlab.example.com',
  actor: { id: 1, username: 'ines' },
}

/** Opens an administrator's jobs with a single kind; audit logs are archived in a folder next to the database. */
export function openTestJobs(path: string, options: Partial<JobsFile> = {}): Database {
  return openJobs({
    path,
    kinds: [{ name: 'moderation' }],
    owner: testOwner,
    auditLogs: join(dirname(path), 'audit'),
    now: currentTime,
    log: () => undefined,
    ...options,
  })
}
