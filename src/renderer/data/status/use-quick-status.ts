import type { SeenStatus, TimedStatus } from '../../../shared/app/own-status.ts'
import { currentTime } from '../../../shared/clock.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { failureOf } from '../latchkey.ts'
import { elsewhereMessage, savedMessage } from './status-messages.ts'
import { visibleStatus } from './draft.ts'
import { useOwnStatusStore } from '../stores/own-status.ts'
import { t } from '../../ui/messages.ts'
import { useToast, type ToastAction } from '../../ui/use-toast.ts'

/** The status is one thing, wherever it is changed: an older Undo would do nothing. */
const statusToasts = {}

/**
 * Sets and clears an account’s status in one click. A status that was set elsewhere meanwhile is only replaced after a second
 * click. Outside an account’s screens, the toast names the account.
 */
export function useQuickStatus(ofAccount?: string) {
  const store = useOwnStatusStore()
  const { showToast } = useToast(ofAccount, statusToasts)

  /** Returns the resulting status. */
  async function set(account: string, status: TimedStatus, base: SeenStatus): Promise<UserStatus> {
    const outcome = await store.set(account, { ...status, base })
    if (outcome.outcome === 'saved') {
      showToast(savedMessage('set', outcome), undoOf(account, outcome.before, outcome.now))
    } else {
      const again = () => set(account, status, outcome.now).catch(showFailure)
      showToast(elsewhereMessage(outcome.now), { label: t('status.setAnyway'), run: again })
    }
    return outcome.now
  }

  /** Clears the status if it is still `base`, or any without `base`; offers to undo. */
  async function clear(account: string, base?: SeenStatus): Promise<UserStatus> {
    const outcome = await store.clear(account, { base })
    if (outcome.outcome === 'saved') {
      const before = visibleStatus(outcome.before, currentTime())
      showToast(
        t(before ? 'status.cleared' : 'status.nothingToClear'),
        before && undoOf(account, before),
      )
    } else {
      const again = () => clear(account, outcome.now).catch(showFailure)
      showToast(elsewhereMessage(outcome.now), { label: t('status.clearAnyway'), run: again })
    }
    return outcome.now
  }

  /** Restores the status from before, unless `now` was changed since. */
  function undoOf(account: string, before: UserStatus, now?: UserStatus): ToastAction {
    return {
      label: t('common.undo'),
      isUndo: true,
      run: async () => {
        try {
          const { left } = await store.restore(account, { status: before, base: now })
          showToast(t(left.length > 0 ? 'status.notRestored' : 'status.restored'))
        } catch (error) {
          showFailure(error)
        }
      },
    }
  }

  function showFailure(error: unknown) {
    const { message, hint } = failureOf(error)
    showToast([message, hint].filter(Boolean).join(' '))
  }

  return { set, clear }
}
