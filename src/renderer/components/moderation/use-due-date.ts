import { computed, ref } from 'vue'
import type { DueDate } from '../../../shared/operations/plans.ts'
import { toLocalInput } from '../../ui/time/moments.ts'
import { useClock } from '../../ui/use-clock.ts'

/** A date and time in the future that the user picks. `first` is the initial one, in milliseconds since 1970. */
export function useDueDate(first?: number) {
  const now = useClock()
  /** In local time, as the input expects; empty until set. */
  const date = ref(first === undefined ? '' : toLocalInput(first))
  const at = computed(() => new Date(date.value).getTime())
  const isPast = computed(() => at.value <= now.value)
  /** Undefined until a date in the future is set. */
  const due = computed((): DueDate | undefined => {
    if (Number.isNaN(at.value) || isPast.value) return undefined
    return { at: at.value, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  })
  /** Picks the same time of day, this many days from now. */
  function pickInDays(days: number) {
    const day = new Date(now.value)
    day.setDate(day.getDate() + days)
    date.value = toLocalInput(day.getTime())
  }
  return { date, due, isPast, now, pickInDays }
}

export type DueDateState = ReturnType<typeof useDueDate>
