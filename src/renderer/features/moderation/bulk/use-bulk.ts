import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import type { ModerationAction } from '../../../../shared/moderation.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { actionNamed, isCountTyped } from './bulk-choice.ts'
import { endsAccount, isFinal } from '../../../data/moderation/moderation-dialog-messages.ts'
import { useSelectionStore } from '../../../data/stores/selection.ts'
import { useAction } from '../../../data/use-action.ts'
import { useAccountQuery } from '../../../data/use-service-query.ts'

/** An action on all who are selected: which, the dry run of it, and its start. */
export function useBulk(account: string) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const people = useSelectionStore().of(account)
  /** What was chosen when the screen was opened; it stays, whatever becomes of the choice meanwhile. */
  const selection = people.toSelection()
  const isEmpty = selection.kind === 'people' && selection.ids.length === 0

  // The address says with which action one begins. It does not follow: changing it would be leaving, with what is typed.
  const action = ref<ModerationAction | ''>(actionNamed(route.query.action) ?? '')
  const isIrreversible = computed(() => action.value !== '' && isFinal(action.value))
  /** Whether there is nobody left afterwards whose note could be written. */
  const endsThem = computed(() => action.value !== '' && endsAccount(action.value))

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
    typed.value = ''
  })

  const reason = ref('')
  const note = ref(false)
  const typed = ref('')
  const wrong = shallowRef<string[]>()
  watch([typed, () => preview.data.value?.acts], () => (wrong.value = undefined))
  const starting = useAction()
  const isDirty = computed(() => reason.value.trim() !== '' || typed.value.trim() !== '')

  function wrongCount(acts: number): string[] | undefined {
    if (!isIrreversible.value || isCountTyped(typed.value, acts)) return undefined
    return [`must be ${acts}, the number of people who are changed`]
  }

  async function start() {
    const { acts = 0 } = preview.data.value ?? {}
    if (!action.value || acts === 0) return
    wrong.value = wrongCount(acts)
    if (wrong.value) return
    const order = {
      selection,
      action: action.value,
      acts,
      reason: reason.value.trim() || undefined,
      note: note.value && reason.value.trim() !== '' && !endsThem.value,
    }
    const isStarted = await starting.run(async () => {
      const { id } = await latchkey(account).bulk.start(order)
      reason.value = ''
      typed.value = ''
      people.clear()
      await router.push({ name: 'bulk-run', params: { account, run: id } })
    })
    if (!isStarted && starting.failure.value?.kind === 'conflict') await preview.reload()
  }

  return {
    isEmpty,
    action,
    isIrreversible,
    endsThem,
    preview,
    reason,
    note,
    typed,
    wrong,
    isDirty,
    starting,
    start,
  }
}

export type Bulk = ReturnType<typeof useBulk>
