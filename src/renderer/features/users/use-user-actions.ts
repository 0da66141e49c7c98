import { ref } from 'vue'
import type { Ref } from 'vue'
import { isIrreversible } from '../../../shared/rules/moderation.ts'
import type { IrreversibleAction, ModerationAction } from '../../../shared/rules/moderation.ts'
import { useModeration } from '../../components/moderation/use-moderation.ts'
import type { UserSnapshot } from '../../components/moderation/use-moderation.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'

/** Takes actions on the page’s user. Reversible ones are queued immediately, others need confirmation. */
export function useUserActions(account: string, user: Ref<UserSnapshot | undefined>) {
  const { enqueue } = useModeration(account)
  const acting = useAsyncAction()
  const confirmedAction = ref<IrreversibleAction>()
  let last: ModerationAction | undefined

  function choose(action: ModerationAction) {
    if (isIrreversible(action)) confirmedAction.value = action
    else void act(action)
  }

  async function act(action: ModerationAction) {
    const target = user.value
    if (!target) return
    last = action
    await acting.run(() => enqueue(action, target), action)
  }

  return {
    /** The action whose confirmation is open. */
    confirmedAction,
    choose,
    acting,
    retry: () => last && choose(last),
  }
}
