import { computed, onScopeDispose } from 'vue'
import type { RuleFields, UserRule } from '../../../shared/operations/rules.ts'
import { useHost, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** An account’s rules, and what can be done with them. */
export function useRules(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast(account, 'rules')
  const list = useServiceQuery(account, 'rules.list')
  const acting = useAsyncAction()
  const unsubscribe = useHost().on('rules', (event) => {
    if (event.account === account) void list.reload()
  })
  onScopeDispose(unsubscribe)

  const act = (change: () => Promise<UserRule[]>, about: string) =>
    acting.run(async () => list.set(await change()), about)

  async function remove({ id, name }: UserRule) {
    if (!(await act(() => latchkey(account).rules.remove({ id }), id))) return
    showToast(t('rules.removed', { name: bidiIsolate(name) }), {
      label: t('common.undo'),
      run: () => act(() => latchkey(account).rules.restore({ id }), id),
      isUndo: true,
    })
  }

  return {
    rules: list.data,
    proposed: computed(() => list.data.value?.filter(({ proposal }) => proposal) ?? []),
    reload: list.reload,
    loading: list.loading,
    failure: list.failure,
    acting,
    remove,
    checkNow: ({ id }: UserRule) => act(() => latchkey(account).rules.runNow({ id }), id),
    dismiss: ({ id, proposal }: UserRule) =>
      act(() => latchkey(account).rules.dismiss({ id, at: proposal!.at }), id),
    /** Throws on failure. */
    save: async (rule: RuleFields & { id?: string }) =>
      list.set(await latchkey(account).rules.save(rule)),
  }
}
