import { csvOf } from '../../infra/files/csv.ts'

/** Activities since a day as a file for a spreadsheet. */
export function activitiesCsv({
  from,
  rows,
}: {
  from: string
  rows: readonly (readonly [username: string, day: string])[]
}): { filename: string; text: string } {
  return {
    filename: `activities-since-${from}.csv`,
    text: csvOf([['username', 'last_activity_on'], ...rows]),
  }
}
