import type { Feature } from '../feature.ts'
import { activitiesCsv } from './activities-csv.ts'

/** Exports activities as a file. */
export function activitiesFeature(): Feature<'activities'> {
  return {
    handlers: { activities: { csv: (input) => activitiesCsv(input) } },
    forgetAccount: 'remembers nothing',
  }
}
