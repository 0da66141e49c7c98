import { type Ref, ref } from 'vue'
import type { Account } from '../../shared/operations/accounts.ts'
import { useLatchkey } from './latchkey.ts'

/** Whether an account's token, which expires, can be replaced by a session that doesn't. */
export function useNeverRenewOffer(account: Account): Ref<boolean> {
  const isOffered = ref(false)
  if (account.accessToken?.expiresAt && account.token !== 'missing' && !account.session) {
    // If this fails, only the offer is missing.
    void useLatchkey()(account.id)
      .browserSessions.offersOwn({})
      .then(
        (answer) => (isOffered.value = answer.isOffered),
        () => undefined,
      )
  }
  return isOffered
}
