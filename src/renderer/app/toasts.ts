import { provide, shallowRef, watch } from 'vue'
import { useAccountsStore } from '../data/stores/accounts.ts'
import { useLockStore } from '../data/stores/lock.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { type Result, type Results, type Say, resultsKey } from '../ui/use-toast.ts'
import { t } from '../ui/messages.ts'

/** For the root of the page: holds the result that is shown. */
export function provideToasts(): Results {
  const results = createToasts()
  provide(resultsKey, results)
  return results
}

/**
 * A result closes when another account is shown or Latchkey is locked. One that arrives when its account is no longer shown
 * names the account and has no actions.
 */
export function createToasts(): Results {
  const accounts = useAccountsStore()
  const lock = useLockStore()
  const current = shallowRef<Result>()

  function sayOf(of: string | undefined, ...[text, ...actions]: Parameters<Say>) {
    const account = accounts.active?.id
    const source = accounts.byId(of)
    const isSignedOut = of !== undefined && !source
    if (lock.state.locked || isSignedOut) return
    if (source && of !== account) {
      const named = t('app.toastOfAccount', { account: bidiIsolate(source.label), text })
      current.value = { text: named, actions: [], account }
    } else {
      current.value = {
        text,
        actions: actions.filter((action) => action !== undefined),
        account: of,
      }
    }
  }

  watch(
    () => [accounts.active?.id, lock.state.locked],
    ([active, isLocked]) => {
      const shownFor = current.value?.account
      if (isLocked || (shownFor !== undefined && shownFor !== active)) current.value = undefined
    },
  )

  return { current, sayOf }
}
