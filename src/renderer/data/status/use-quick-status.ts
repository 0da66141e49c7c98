import type { SeenStatus, TimedStatus } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import { failureOf } from '../latchkey.ts'
import { elsewhereWords, savedWords } from './status-messages.ts'
import { visibleStatus } from './draft.ts'
import { useOwnStatusStore } from '../stores/own-status.ts'
import { useToast } from '../../ui/use-toast.ts'

/**
 * Sets and clears an account's status in one click. One that was set elsewhere since it was shown is replaced only after a
 * second click. Outside the screens of an account, the account is named.
 */
export function useQuickStatus(ofAccount?: string) {
  const store = useOwnStatusStore()
  const { say } = useToast(ofAccount)

  /** Answers the status that is there then. */
  async function set(account: string, status: TimedStatus, base: SeenStatus): Promise<UserStatus> {
    const outcome = await store.set(account, { ...status, base })
    if (outcome.outcome === 'saved') say(savedWords('Status set', outcome))
    else {
      const again = () => set(account, status, outcome.now).catch(sayFailure)
      say(elsewhereWords(outcome.now), { label: 'Set anyway', run: again })
    }
    return outcome.now
  }

  /** Clears the status that was shown, or any where none was; offers to set it again. */
  async function clear(account: string, base?: SeenStatus): Promise<UserStatus> {
    const outcome = await store.clear(account, { base })
    if (outcome.outcome === 'saved') {
      const before = visibleStatus(outcome.before, Date.now())
      say(
        before ? 'Status cleared.' : 'There was no status to clear.',
        before && { label: 'Undo', run: () => restore(account, before).catch(sayFailure) },
      )
    } else {
      const again = () => clear(account, outcome.now).catch(sayFailure)
      say(elsewhereWords(outcome.now), { label: 'Clear anyway', run: again })
    }
    return outcome.now
  }

  async function restore(account: string, status: UserStatus) {
    const { left } = await store.restore(account, status)
    say(
      left.length > 0
        ? 'Your status was changed since, so it was left as it is.'
        : 'Status set again.',
    )
  }

  function sayFailure(error: unknown) {
    const { message, hint } = failureOf(error)
    say([message, hint].filter(Boolean).join(' '))
  }

  return { set, clear, sayFailure }
}
