import { computed } from 'vue'
import type { ScheduledStatus } from '../../../../shared/operations/status-times.ts'
import { maxScheduledStatuses } from '../../../../shared/rules/limits.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import type { UseOwnStatusReturn } from '../use-own-status.ts'
import { describeItem } from './schedule-draft.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'

/** An account’s weekly statuses and quiet hours. */
export function useSchedule(account: string, times: UseOwnStatusReturn['times']) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account, 'schedule')
  const saving = useAsyncAction()
  /** Undefined until loaded. Items can’t be added before that, because saving replaces the entire schedule. */
  const loaded = computed(() => times.data.value?.schedule)
  const items = computed(() => loaded.value ?? [])

  /** Saves a new schedule. Throws on failure. */
  async function replace(schedule: ScheduledStatus[]): Promise<void> {
    const saved = await latchkey(account).statusTimes.saveSchedule({ schedule })
    // An event may already have reported the result.
    times.set({
      ...{ ...saved, ...times.data.value },
      ...{ schedule: saved.schedule, upcoming: saved.upcoming },
    })
  }

  /** Adds an item or replaces the one with the same ID. Throws on failure. */
  const put = (item: ScheduledStatus) =>
    replace(
      items.value.some(({ id }) => id === item.id)
        ? items.value.map((other) => (other.id === item.id ? item : other))
        : [...items.value, item],
    )

  async function remove(item: ScheduledStatus) {
    const index = items.value.indexOf(item)
    const isRemoved = await saving.run(
      () => replace(items.value.filter(({ id }) => id !== item.id)),
      item.id,
    )
    if (!isRemoved) return
    const run = () => saving.run(() => replace(items.value.toSpliced(index, 0, item)), item.id)
    showToast(t('schedule.removedNamed', { item: bidiIsolate(describeItem(item)) }), {
      label: t('common.undo'),
      run,
      isUndo: true,
    })
  }

  return {
    loaded,
    canAdd: computed(() => loaded.value !== undefined && items.value.length < maxScheduledStatuses),
    problem: computed(() => times.data.value?.problem),
    failure: computed(() => saving.failure.value ?? times.failure.value),
    put,
    remove,
    turn: (item: ScheduledStatus, isOn: boolean) =>
      saving.run(() => put({ ...item, isOn }), item.id),
  }
}
