import { toCsv } from '../../platform/files/csv.ts'
import type { Feature } from '../feature.ts'

/** Exports activities as a file. */
export function activitiesFeature(): Feature<'activities'> {
  return {
    handlers: {
      activities: {
        // The columns keep the names from GitLab's API, because scripts read these files.
        csv: ({ from, rows }) => ({
          filename: `activities-since-${from}.csv`,
          text: toCsv([['username', 'last_activity_on'], ...rows]),
        }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
