import type { UserDependents } from '../../../../shared/operations/dependents.ts'
import { insertSchedule } from '../../../../sandbox/database/pipeline-schedules.ts'
import { nothingFound, readDependents } from '../../dependents/read-dependents.ts'
import type { Harness, Service } from './harness.ts'

/** Reads what depends on a user as the harness's administrator. */
export async function readKnown(
  { gitlab, clock }: Pick<Harness, 'gitlab' | 'clock'>,
  user: { id: number; username: string },
): Promise<UserDependents> {
  const found = nothingFound()
  await readDependents(found, {
    gitlab,
    user,
    ownId: 1,
    now: clock.now(),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  return { user: user.id, ...found, reading: [], started: 0, ended: 1 }
}

/** Adds an active schedule to the project with this internal ID. */
export function addSchedule(
  { data }: Pick<Service, 'data'>,
  { project, owner, description }: { project: number; owner: number; description: string },
): number {
  const moment = '2026-11-30T03:00:00.000Z'
  return insertSchedule(data, {
    project_id: project,
    owner_id: owner,
    description,
    ref: 'main',
    cron: '0 3 * * *',
    active: 1,
    next_run_at: moment,
    created_at: moment,
    updated_at: moment,
  })
}
