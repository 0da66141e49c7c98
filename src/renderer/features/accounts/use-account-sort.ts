import { computed, ref, shallowRef } from 'vue'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAccountsStore } from '../../data/stores/accounts.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { t } from '../../ui/messages.ts'

/** The order of the accounts, changed step by step or by dragging. */
export function useAccountSort() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const { say } = useToast()
  const { run, failure } = useAsyncAction()
  const dragged = ref<string>()
  /** The order while an account is dragged, and until it is saved. */
  const preview = shallowRef<string[]>()

  const ids = computed(() => preview.value ?? accounts.accounts.map(({ id }) => id))
  const ordered = computed(() => ids.value.flatMap((id) => accounts.byId(id) ?? []))

  let wanted: string[] = []

  /** Shows an order at once, so that the next step starts there, and reverts it if it could not be saved. */
  async function keep(order: string[]): Promise<boolean> {
    wanted = order
    preview.value = order
    const isKept = await run(
      async () => accounts.take(await latchkey().accounts.reorder({ ids: order })),
      order,
    )
    if (preview.value === order) preview.value = undefined
    return isKept
  }

  /** Moves an account by one place. */
  async function move(id: string, by: 1 | -1) {
    const from = ids.value.indexOf(id)
    const to = from + by
    if (to < 0 || to >= ids.value.length) return
    if (await keep(moved(ids.value, from, to))) {
      const label = accounts.byId(id)?.label ?? ''
      say(t('accounts.moved', { label, position: to + 1, count: ids.value.length }))
    }
  }

  function dragOver(id: string) {
    const from = ids.value.indexOf(dragged.value ?? '')
    const to = ids.value.indexOf(id)
    if (from >= 0 && to >= 0 && from !== to) preview.value = moved(ids.value, from, to)
  }

  async function drop() {
    dragged.value = undefined
    if (preview.value) await keep(preview.value)
  }

  /** Ends a drag that was not dropped on the list. */
  function cancel() {
    if (dragged.value === undefined) return
    dragged.value = undefined
    preview.value = undefined
  }

  return { ordered, failure, dragged, move, dragOver, drop, cancel, retry: () => keep(wanted) }
}

function moved(ids: string[], from: number, to: number): string[] {
  return ids.toSpliced(from, 1).toSpliced(to, 0, ids[from]!)
}
