import { useMutation } from '@tanstack/vue-query'
import { computed, watch } from 'vue'
import type { TimedStatus } from '../../../shared/operations/own-status.ts'
import { maxStatusPresets } from '../../../shared/rules/limits.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { currentLocale, t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { isSameTimedStatus, isStatusDuration } from '../../../shared/rules/status-durations.ts'
import { moveItem } from '../../components/status/preset-lists.ts'
import { formatTimedStatus } from '../../components/status/status-messages.ts'

const nameOf = (status: TimedStatus) => bidiIsolate(formatTimedStatus(status))

/** An account’s presets. Changes are shown immediately and reverted on failure. */
export function useStatusPresets(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account, 'presets')
  const query = useServiceQuery(account, 'ownStatus.presets')
  // Core returns built-in presets in the current language.
  watch(currentLocale, query.reload)
  const presets = computed(() => query.data.value ?? [])
  const has = (status: TimedStatus) => presets.value.some((item) => isSameTimedStatus(item, status))
  const { mutateAsync, error } = useMutation(
    {
      scope: { id: `presets of ${account}` },
      mutationFn: (next: TimedStatus[]) =>
        latchkey(account).ownStatus.savePresets({ presets: next }),
      onMutate: query.set,
      onError: query.reload,
      onSuccess: query.set,
      shallow: true,
    },
    queryClient,
  )

  /** Saves the presets. Returns whether it succeeded. */
  const save = (next: TimedStatus[]): Promise<boolean> =>
    mutateAsync(next).then(
      () => true,
      () => false,
    )

  const without = (status: TimedStatus) =>
    presets.value.filter((item) => !isSameTimedStatus(item, status))

  async function add(status: TimedStatus) {
    if (has(status) || !(await save([...presets.value, status]))) return
    showToast(t('status.presetSavedNamed', { status: nameOf(status) }), {
      label: t('common.undo'),
      run: () => save(without(status)),
      isUndo: true,
    })
  }

  async function remove(index: number) {
    const removed = presets.value[index]!
    if (!(await save(presets.value.toSpliced(index, 1)))) return
    showToast(t('status.presetRemovedNamed', { status: nameOf(removed) }), {
      label: t('common.undo'),
      run: () => save(presets.value.toSpliced(index, 0, removed)),
      isUndo: true,
    })
  }

  /** Replaces or appends a preset. If it can’t be saved, returns why. */
  function put(index: number, typed: TimedStatus): string | undefined {
    const status = { ...typed, message: typed.message.trim() }
    if (!status.message && !status.emoji && !status.busy) return t('status.required')
    if (status.clear !== 'never' && !isStatusDuration(status.clear)) {
      return t('status.durationLimits')
    }
    const same = presets.value.findIndex((item) => isSameTimedStatus(item, status))
    if (same !== -1) return same === index ? undefined : t('status.presetExists')
    void save(presets.value.toSpliced(index, 1, status))
    return undefined
  }

  return {
    presets,
    isFull: computed(() => presets.value.length >= maxStatusPresets),
    readFailure: query.failure,
    isKnown: computed(() => query.data.value !== undefined || query.failure.value !== undefined),
    failure: computed(() => (error.value ? failureOf(error.value) : undefined)),
    reload: query.reload,
    has,
    add,
    remove,
    put,
    move: (from: number, to: number) => save(moveItem(presets.value, from, to)),
  }
}

export type UseStatusPresetsReturn = ReturnType<typeof useStatusPresets>
