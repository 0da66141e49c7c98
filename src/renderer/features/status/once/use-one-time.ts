import { computed } from 'vue'
import type { OneTimeStatus } from '../../../../shared/operations/status-times.ts'
import { maxOneTimeStatuses } from '../../../../shared/rules/limits.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { formatStatus } from '../../../components/status/status-messages.ts'
import { bidiIsolate } from '../../../ui/bidi-isolate.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'
import type { UseOwnStatusReturn } from '../use-own-status.ts'

/** An account’s statuses for single times. */
export function useOneTime(account: string, times: UseOwnStatusReturn['times']) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account, 'one-time')
  const saving = useAsyncAction()
  const loaded = computed(() => times.data.value?.oneTime)
  const items = computed(() => loaded.value ?? [])

  /** Saves all of them. Throws on failure. */
  async function replace(oneTime: OneTimeStatus[]): Promise<void> {
    const saved = await latchkey(account).statusTimes.saveOneTime({ oneTime })
    // An event may already have reported the result.
    times.set({
      ...{ ...saved, ...times.data.value },
      ...{ oneTime: saved.oneTime, upcoming: saved.upcoming },
    })
  }

  const others = (item: OneTimeStatus) => items.value.filter(({ id }) => id !== item.id)

  /** Adds an item or replaces the one with the same ID. Throws on failure. */
  const put = (item: OneTimeStatus) => replace([...others(item), item])

  async function remove(item: OneTimeStatus) {
    if (!(await saving.run(() => replace(others(item)), item.id))) return
    showToast(t('schedule.removedNamed', { item: bidiIsolate(formatStatus(item.status)) }), {
      label: t('common.undo'),
      run: () => saving.run(() => put(item), item.id),
      isUndo: true,
    })
  }

  return {
    loaded,
    canAdd: computed(() => loaded.value !== undefined && items.value.length < maxOneTimeStatuses),
    failure: saving.failure,
    put,
    remove,
  }
}
