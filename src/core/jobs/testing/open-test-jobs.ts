import { dirname, join } from 'node:path'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { Database } from '../../platform/sqlite/database.ts'
import { type JobsFile, openJobs } from '../open-jobs.ts'

export const testOwner = {
  baseUrl: 'https://gitlab.example.com',
  actor: { id: 1, username: 'ines' },
}

/** Opens the jobs of an administrator, with one kind; audit logs are archived in a folder beside them. */
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
