import type { Database } from './database.ts'

export interface PipelineScheduleRow {
  id: number
  project_id: number
  owner_id: number | null
  description: string
  ref: string
  cron: string
  active: 0 | 1
  next_run_at: string
  created_at: string
  updated_at: string
}

/** Stores a schedule and returns its ID. */
export function insertSchedule(db: Database, schedule: Omit<PipelineScheduleRow, 'id'>): number {
  return db.insert('pipeline_schedules', schedule)
}

/** Turns off all schedules of a user who can't run pipelines anymore. */
export function turnOffSchedules(db: Database, userId: number, moment: string): void {
  db.run(
    'UPDATE pipeline_schedules SET active = 0, updated_at = ? WHERE owner_id = ? AND active = 1',
    moment,
    userId,
  )
}
