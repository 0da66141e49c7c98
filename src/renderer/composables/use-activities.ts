import { computed } from 'vue'
import { useLatchkey } from '../latchkey.ts'
import { weeksOf } from '../screens/activities/activity-rows.ts'
import { localDay } from '../screens/activities/days.ts'
import { useResource } from './use-resource.ts'

/** Who was last here when, since a day. Sorting and counting need all of it, so the Node side reads all pages. */
export function useActivities(account: string, from: string) {
  const latchkey = useLatchkey()
  const resource = useResource(account, () => latchkey(account).activities.list({ from }))
  const entries = computed(() => resource.data.value?.entries ?? [])
  return {
    ...resource,
    entries,
    weeks: computed(() => weeksOf(entries.value, from, localDay(new Date()))),
  }
}
