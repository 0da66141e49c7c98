import { computed, ref, shallowRef } from 'vue'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'
import { moveItem } from '../../components/status/preset-lists.ts'

/** The account order, which can be changed by dragging or one place at a time. */
export function useAccountOrder() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const { showToast } = useToast()
  const { run, failure } = useAsyncAction()
  const draggedId = ref<string>()
  /** The order shown during a drag and until it is saved. */
  const preview = shallowRef<string[]>()

  const ids = computed(() => preview.value ?? accounts.accounts.map(({ id }) => id))
  const orderedAccounts = computed(() => ids.value.flatMap((id) => accounts.byId(id) ?? []))

  let lastOrder: string[] = []

  /** Shows the new order immediately, so the next move starts from it. Reverts it if saving fails. */
  async function saveOrder(order: string[]): Promise<boolean> {
    lastOrder = order
    preview.value = order
    const isSaved = await run(
      async () => accounts.take(await latchkey().accounts.reorder({ ids: order })),
      order,
    )
    if (preview.value === order) preview.value = undefined
    return isSaved
  }

  /** Moves an account up or down one place. */
  async function move(id: string, by: 1 | -1) {
    const from = ids.value.indexOf(id)
    const to = from + by
    if (to < 0 || to >= ids.value.length) return
    const isSaved = await saveOrder(moveItem(ids.value, from, to))
    if (isSaved && ids.value.indexOf(id) === to) {
      const account = accounts.byId(id)
      const label = account ? accounts.nameOf(account) : ''
      showToast(t('accounts.moved', { label, position: to + 1, count: ids.value.length }))
    }
  }

  function dragOver(id: string) {
    const from = ids.value.indexOf(draggedId.value ?? '')
    const to = ids.value.indexOf(id)
    if (from >= 0 && to >= 0 && from !== to) preview.value = moveItem(ids.value, from, to)
  }

  async function drop() {
    draggedId.value = undefined
    if (preview.value) await saveOrder(preview.value)
  }

  /** Ends a drag that was dropped outside the list. */
  function cancel() {
    if (draggedId.value === undefined) return
    draggedId.value = undefined
    preview.value = undefined
  }

  return {
    orderedAccounts,
    failure,
    draggedId,
    move,
    dragOver,
    drop,
    cancel,
    retry: () => saveOrder(lastOrder),
  }
}
