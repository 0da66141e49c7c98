import type { Database } from './database.ts'

/** The last day on which somebody was here. */
export interface Activity {
  username: string
  /** `YYYY-MM-DD` */
  last_activity_on: string
}

const since = 'FROM users WHERE last_activity_on >= ? AND private_profile <= ?'

/** How many people were here on that day or later. Those with a private profile count only if asked for. */
export function countActivities(db: Database, from: string, withPrivate: boolean): number {
  return db.one<{ count: number }>(`SELECT count(*) AS count ${since}`, from, withPrivate ? 1 : 0)!
    .count
}

/** Those people, the one who was away longest first. */
export function listActivities(
  db: Database,
  from: string,
  withPrivate: boolean,
  limit: number,
  offset: number,
): Activity[] {
  return db.all<Activity>(
    `SELECT username, last_activity_on ${since} ORDER BY last_activity_on, id LIMIT ? OFFSET ?`,
    from,
    withPrivate ? 1 : 0,
    limit,
    offset,
  )
}
