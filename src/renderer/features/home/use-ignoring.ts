import type { Attention } from '../../../shared/operations/attention.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { changeAnswer } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { AttentionEntry } from './attention-messages.ts'

/** Ignores and restores an account’s items. A toast offers Undo. */
export function useIgnoring(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account)
  const { run, failure } = useAsyncAction()

  async function ignore({ key, title }: Pick<AttentionEntry, 'key' | 'title'>): Promise<void> {
    const isDone = await run(async () => {
      await latchkey(account).attention.ignore({ key })
      moveItems('items', 'ignored', [key])
    }, `ignore ${key}`)
    if (!isDone) return
    const undo = { label: t('common.undo'), run: () => restore([key]), isUndo: true as const }
    showToast(t('home.ignored', { title }), undo)
  }

  function restore(keys: readonly string[]): Promise<boolean> {
    return run(async () => {
      await latchkey(account).attention.restore({ keys: [...keys] })
      moveItems('ignored', 'items', keys)
    }, `restore ${keys.join()}`)
  }

  function moveItems(from: 'items' | 'ignored', to: 'items' | 'ignored', keys: readonly string[]) {
    changeAnswer<Attention>([account, 'attention.get', {}], (attention) => {
      const moved = attention[from].filter(({ key }) => keys.includes(key))
      const remaining = attention[from].filter(({ key }) => !keys.includes(key))
      return { ...attention, [from]: remaining, [to]: [...attention[to], ...moved] }
    })
  }

  return { ignore, restore, failure }
}
