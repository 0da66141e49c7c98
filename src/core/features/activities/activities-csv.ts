import { toCsv } from '../../infra/files/csv.ts'

/** Activities since a day as CSV. The columns keep the field names of GitLab's API, because scripts read these files. */
export function activitiesCsv({
  from,
  rows,
}: {
  from: string
  rows: readonly (readonly [username: string, day: string])[]
}): { filename: string; text: string } {
  return {
    filename: `activities-since-${from}.csv`,
    text: toCsv([['username', 'last_activity_on'], ...rows]),
  }
}
