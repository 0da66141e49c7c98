import type { SeenStatus, TimedStatus } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { failureOf } from '../latchkey.ts'
import { elsewhereMessage, savedMessage } from './status-messages.ts'
import { visibleStatus } from './draft.ts'
import { useOwnStatusStore } from '../stores/own-status.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/**
 * Sets and clears an account’s status in one click. A status that was set elsewhere meanwhile is only replaced after a second
 * click. Outside an account’s screens, the toast names the account.
 */
export function useQuickStatus(ofAccount?: string) {
  const store = useOwnStatusStore()
  const { say } = useToast(ofAccount)

  /** Returns the resulting status. */
  async function set(account: string, status: TimedStatus, base: SeenStatus): Promise<UserStatus> {
    const outcome = await store.set(account, { ...status, base })
    if (outcome.outcome === 'saved') say(savedMessage('set', outcome))
    else {
      const again = () => set(account, status, outcome.now).catch(showFailure)
      say(elsewhereMessage(outcome.now), { label: t('status.setAnyway'), run: again })
    }
    return outcome.now
  }

  /** Clears the status if it is still `base`, or any without `base`; offers to undo. */
  async function clear(account: string, base?: SeenStatus): Promise<UserStatus> {
    const outcome = await store.clear(account, { base })
    if (outcome.outcome === 'saved') {
      const before = visibleStatus(outcome.before, Date.now())
      say(
        t(before ? 'status.cleared' : 'status.nothingToClear'),
        before && {
          label: t('common.undo'),
          run: () => restore(account, before).catch(showFailure),
        },
      )
    } else {
      const again = () => clear(account, outcome.now).catch(showFailure)
      say(elsewhereMessage(outcome.now), { label: t('status.clearAnyway'), run: again })
    }
    return outcome.now
  }

  async function restore(account: string, status: UserStatus) {
    const { left } = await store.restore(account, status)
    say(t(left.length > 0 ? 'status.notRestored' : 'status.restored'))
  }

  function showFailure(error: unknown) {
    const { message, hint } = failureOf(error)
    say([message, hint].filter(Boolean).join(' '))
  }

  return { set, clear, showFailure }
}
