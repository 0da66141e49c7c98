import { createHmac } from 'node:crypto'
import { addTime, day } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { digestOf } from '../database/digest.ts'
import { insertSchedule } from '../database/pipeline-schedules.ts'
import { userByUsername } from '../database/users.ts'

/** Schedules by project: owner, description, and time. */
const schedules: [project: string, owner: string, description: string, cron: string][] = [
  ['soundings', 'long-gone', 'Nightly soundings', '0 3 * * *'],
  ['soundings', 'long-gone', 'Weekly chart export', '0 5 * * 1'],
  ['soundings', 'tomasz', 'Backup', '30 1 * * *'],
  ['Survey of old charts', 'long-gone', 'Scan new charts', '15 * * * *'],
  ['Tide tables', 'maya.lindqvist', 'Tomorrow’s tides', '0 22 * * *'],
]

/** Runners by creator and description. */
const runners: [creator: string, description: string][] = [
  ['long-gone', 'Plotter in the basement'],
  ['ines', 'Shared runner'],
]

/** Stores pipeline schedules and runners. `today` is the start of a day. */
export function seedPipelines(db: Database, seed: string, today: Date): void {
  const created_at = addTime(today, -200 * day).toISOString()
  for (const [project, owner, description, cron] of schedules) {
    insertSchedule(db, {
      project_id: db.one<{ id: number }>('SELECT id FROM namespaces WHERE name = ?', project)!.id,
      owner_id: userByUsername(db, owner)!.id,
      description,
      ref: 'main',
      cron,
      active: 1,
      next_run_at: addTime(today, 2 * day).toISOString(),
      created_at,
      updated_at: created_at,
    })
  }
  for (const [creator, description] of runners) {
    const token = createHmac('sha256', seed).update(`${description} runner`).digest('base64url')
    db.insert('runners', {
      creator_id: userByUsername(db, creator)!.id,
      runner_type: 'instance_type',
      namespace_id: null,
      digest: digestOf(`glrt-${token}`),
      settings: JSON.stringify({ description }),
      created_at,
    })
  }
}
