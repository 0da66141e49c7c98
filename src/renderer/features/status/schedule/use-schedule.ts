import { computed } from 'vue'
import type { ScheduledStatus, StatusTimes } from '../../../../shared/app/status-times.ts'
import { maxScheduledStatuses } from '../../../../shared/limits.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import type { OwnStatus } from '../../../data/status/use-own-status.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** The weekly statuses and quiet hours of an account. */
export function useSchedule(account: string, times: OwnStatus['times']) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const saving = useAsyncAction()
  const items = computed(() => times.data.value?.schedule ?? [])

  /** Throws what was refused. */
  async function replace(schedule: ScheduledStatus[]): Promise<StatusTimes> {
    const saved = await latchkey(account).statusTimes.saveSchedule({ schedule })
    times.set(saved)
    return saved
  }

  /** Adds an item, or replaces the one with its ID. Throws what was refused. */
  const put = (item: ScheduledStatus) =>
    replace(
      items.value.some(({ id }) => id === item.id)
        ? items.value.map((one) => (one.id === item.id ? item : one))
        : [...items.value, item],
    )

  async function remove(item: ScheduledStatus) {
    const before = items.value
    const isRemoved = await saving.run(() => replace(before.filter((one) => one !== item)))
    if (!isRemoved) return
    const run = async () => void (await saving.run(() => replace(before)))
    showToast(t('schedule.removed'), { label: t('common.undo'), run, isUndo: true })
  }

  return {
    items,
    isFull: computed(() => items.value.length >= maxScheduledStatuses),
    problem: computed(() => times.data.value?.problem),
    failure: saving.failure,
    put,
    remove,
    turn: (item: ScheduledStatus, isOn: boolean) => saving.run(() => put({ ...item, isOn })),
  }
}
