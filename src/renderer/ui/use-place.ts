import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { useLockStore } from '../data/stores/lock.ts'

/** Calls back when another screen is shown or Latchkey is locked: what floats over a screen goes with it. */
export function onScreenLeft(callback: () => void): void {
  const route = useRoute()
  const lock = useLockStore()
  watch([() => route.fullPath, () => lock.state.locked], callback)
}

/** The same, and when another account becomes the active one. */
export function onPlaceLeft(callback: () => void): void {
  const accounts = useAccountsStore()
  onScreenLeft(callback)
  watch(() => accounts.active?.id, callback)
}
