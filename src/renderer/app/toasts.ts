import { onScopeDispose, provide, shallowRef, watch } from 'vue'
import { useHost } from '../data/latchkey.ts'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { useLockStore } from '../data/stores/lock.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { type ShowToast, type Toast, type Toasts, toastsKey } from '../ui/use-toast.ts'
import { t } from '../ui/messages.ts'

/** For the root of the page: holds the toasts that are shown. */
export function provideToasts() {
  const toasts = createToasts()
  provide(toastsKey, toasts)
  /** An action that succeeded but couldn’t be saved on this computer; shown beside its result. */
  const notSaved = shallowRef<Toast>()
  onScopeDispose(
    useHost().on('unsaved', ({ message, hint }) => {
      notSaved.value = { text: [message, hint].filter(Boolean).join(' '), actions: [] }
    }),
  )
  return { current: toasts.current, notSaved }
}

/**
 * A toast closes when another account is shown or Latchkey is locked. One that arrives when its account is no longer shown
 * names the account and has no actions.
 */
export function createToasts(): Toasts {
  const accounts = useAccountsStore()
  const lock = useLockStore()
  const current = shallowRef<Toast>()

  function showToast(account: string | undefined, ...[text, ...actions]: Parameters<ShowToast>) {
    const active = accounts.active?.id
    const source = accounts.byId(account)
    const isSignedOut = account !== undefined && !source
    if (lock.state.locked || isSignedOut) return
    if (source && account !== active) {
      const named = t('app.toastOfAccount', { account: bidiIsolate(source.label), text })
      current.value = { text: named, actions: [], account: active }
    } else {
      current.value = { text, actions: actions.filter((action) => action !== undefined), account }
    }
  }

  watch(
    () => [accounts.active?.id, lock.state.locked],
    ([active, isLocked]) => {
      const account = current.value?.account
      if (isLocked || (account !== undefined && account !== active)) current.value = undefined
    },
  )

  return { current, showToast }
}
