import { useDocumentVisibility, useIntervalFn } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import { currentTime } from '../../shared/rules/clock.ts'
import { localDay } from '../../shared/rules/local-day.ts'
import { utcDay } from '../../shared/rules/utc-days.ts'

/** The current time (ms since 1970), updated while the page is visible. */
export function useClock(interval = 1000) {
  const now = ref(currentTime())
  const { pause, resume } = useIntervalFn(() => (now.value = currentTime()), interval, {
    immediate: false,
    immediateCallback: true,
  })
  const visibility = useDocumentVisibility()
  watch(visibility, (seen) => (seen === 'hidden' ? pause() : resume()), { immediate: true })
  return now
}

/** Today’s local date as `YYYY-MM-DD`. */
export function useToday() {
  const now = useClock()
  return computed(() => localDay(now.value))
}

/** Today’s date in UTC as `YYYY-MM-DD`, for days that GitLab counts. */
export function useUtcToday() {
  const now = useClock()
  return computed(() => utcDay(now.value))
}
