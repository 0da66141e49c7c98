import type { UserStatus } from '../../shared/service/current-user.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { clearTime, draftOf, visibleStatus } from '../screens/status/draft.ts'
import { useOwnStatusStore } from '../stores/own-status.ts'
import { nearestPreset } from '../time/clear-after.ts'
import { useResults } from './use-results.ts'

/** Clears an account's status at once, and offers to set it again. */
export function useClearStatus() {
  const latchkey = useLatchkey()
  const store = useOwnStatusStore()
  const { say } = useResults()

  async function clear(account: string) {
    const before = visibleStatus(await latchkey(account).ownStatus.get(), Date.now())
    await store.clear(account)
    say(
      'Status cleared.',
      before && { label: 'Undo', run: () => setAgain(account, before).catch(sayFailure) },
    )
  }

  // The service takes no moment, only presets, so the time left becomes the closest one.
  async function setAgain(account: string, status: UserStatus) {
    const end = clearTime(status)
    const choice = end === undefined ? 'never' : nearestPreset(end - Date.now())
    await store.set(account, draftOf(status), choice)
    say('Status set again.')
  }

  function sayFailure(error: unknown) {
    const { message, hint } = failureOf(error)
    say([message, hint].filter(Boolean).join(' '))
  }

  return { clear, sayFailure }
}
