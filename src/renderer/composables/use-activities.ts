import { computed } from 'vue'
import { weeksOf } from '../screens/activities/activity-rows.ts'
import { localDay } from '../screens/activities/days.ts'
import { useCachedResource } from './use-resource.ts'

/** Who was last here when, since a day. Sorting and counting need all of it, so the Node side reads all pages. */
export function useActivities(account: string, from: string) {
  const resource = useCachedResource(account, (latchkey) =>
    latchkey(account).activities.list({ from }),
  )
  const entries = computed(() => resource.data.value?.entries ?? [])
  return {
    ...resource,
    entries,
    weeks: computed(() => weeksOf(entries.value, from, localDay(new Date()))),
  }
}
