import { shallowRef } from 'vue'
import type { AppliedChanges, UndoneChange } from '../../../shared/operations/setup.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/kit.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Latchkey’s changes on this computer, newest first, which can be undone. */
export function useChangeHistory(account: string, onUndone: () => unknown) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const history = shallowRef<readonly AppliedChanges[]>([])
  /** The undo that is awaiting confirmation. */
  const undone = shallowRef<{ id: string; plan: readonly UndoneChange[] }>()

  // A unique subject per load ensures that it isn’t skipped if an earlier one, from before a change, is still running.
  const load = () =>
    run(async () => {
      history.value = await latchkey(account).setup.history({})
    }, {})

  const planUndo = (id: string) =>
    run(async () => {
      undone.value = { id, plan: await latchkey(account).setup.planUndo({ id }) }
    }, id)

  /** Undoes changes to the extent possible. */
  async function undo(id: string, steps: number[]): Promise<UndoneChange[]> {
    try {
      return await latchkey(account).setup.undo({ id, steps })
    } finally {
      await load()
      onUndone()
    }
  }

  function showUndone(results: readonly UndoneChange[]) {
    undone.value = undefined
    const stays = results
      .filter(({ outcome }) => outcome === 'stays')
      .map(({ what, reason }) => (reason === undefined ? what : `${what} (${reason})`))
    showToast(stays.length > 0 ? t('computer.undoneExcept', { stays }) : t('computer.undone'))
  }

  /** Shows a toast about the latest changes, with Undo. */
  async function showDone(text: string) {
    await load()
    const [last] = history.value
    showToast(text, last && { label: t('common.undo'), run: () => planUndo(last.id) })
  }

  return { history, undone, busy, failure, load, planUndo, undo, showUndone, showDone }
}
