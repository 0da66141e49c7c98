import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  type ModerationAction,
  isDeletion as isDeletionAction,
} from '../../../../shared/moderation.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { parseAction, isCountTyped } from './bulk-choice.ts'
import { isIrreversible } from '../../../data/moderation/moderation-messages.ts'
import { t } from '../../../ui/messages.ts'
import { useSelectionStore } from '../../../data/stores/selection.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import { useAccountQuery } from '../../../data/use-service-query.ts'

/** A bulk action on the selected users: its choice, preview and start. */
export function useBulk(account: string) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const selected = useSelectionStore().of(account)
  /** The selection when the screen was opened; later changes don't matter. */
  const selection = selected.toSelection()
  const isEmpty = selection.kind === 'people' && selection.ids.length === 0

  // The address names the first action. It is not updated: that would mean leaving, with what is typed.
  const action = ref<ModerationAction | ''>(parseAction(route.query.action) ?? '')
  /** Whether the users are deleted, so that they have no notes afterwards. */
  const isDeletion = computed(() => action.value !== '' && isDeletionAction(action.value))

  const preview = useAccountQuery(
    account,
    () => ['bulk.preview', action.value],
    async () =>
      action.value && !isEmpty
        ? latchkey(account).bulk.preview({ selection, action: action.value })
        : undefined,
  )
  watch(action, () => {
    starting.failure.value = undefined
    typedCount.value = ''
  })

  const reason = ref('')
  const note = ref(false)
  const typedCount = ref('')
  const countErrors = shallowRef<string[]>()
  watch(
    [typedCount, () => preview.data.value?.affectedCount],
    () => (countErrors.value = undefined),
  )
  const starting = useAsyncAction()
  const isDirty = computed(() => reason.value.trim() !== '' || typedCount.value.trim() !== '')

  function checkCount(affectedCount: number): string[] | undefined {
    const needsCount = action.value !== '' && isIrreversible(action.value)
    if (!needsCount || isCountTyped(typedCount.value, affectedCount)) return undefined
    return [t('bulk.wrongCount', { count: String(affectedCount) })]
  }

  async function start() {
    const { affectedCount = 0 } = preview.data.value ?? {}
    if (!action.value || affectedCount === 0) return
    countErrors.value = checkCount(affectedCount)
    if (countErrors.value) return
    const request = {
      selection,
      action: action.value,
      affectedCount,
      reason: reason.value.trim() || undefined,
      note: note.value && reason.value.trim() !== '' && !isDeletion.value,
    }
    const isStarted = await starting.run(async () => {
      const { id } = await latchkey(account).bulk.start(request)
      reason.value = ''
      typedCount.value = ''
      selected.clear()
      await router.push({ name: 'bulk-run', params: { account, run: id } })
    })
    if (!isStarted && starting.failure.value?.kind === 'conflict') await preview.reload()
  }

  return {
    isEmpty,
    action,
    isDeletion,
    preview,
    reason,
    note,
    typedCount,
    countErrors,
    isDirty,
    starting,
    start,
  }
}

export type Bulk = ReturnType<typeof useBulk>
