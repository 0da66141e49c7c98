import { useEventListener } from '@vueuse/core'
import { shallowRef, watch } from 'vue'
import type { KeychainState } from '../../shared/app/accounts.ts'
import { useLatchkey } from './latchkey.ts'
import { useAccountsStore } from './stores/accounts.ts'

/**
 * The state of the keychain after it was tried; undefined until then. It is tried again when its known state changes,
 * and when somebody comes back, perhaps from unlocking it.
 */
export function useKeychainProbe() {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const probed = shallowRef<KeychainState>()

  async function probe() {
    // Without an answer nothing is known of it.
    probed.value = await latchkey()
      .accounts.probeKeychain()
      .catch(() => undefined)
  }

  watch(() => accounts.keychain.state, probe, { immediate: true })
  useEventListener('focus', () => {
    if (probed.value?.state !== 'available') void probe()
  })
  return probed
}
