import { inject, provide, shallowRef, watch } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'
import { isolated } from '../ui/bidi-isolate.ts'
import { useAccountsStore } from './stores/accounts.ts'
import { useLockStore } from './stores/lock.ts'

/** Something that can still be done about what just happened. */
export interface ResultAction {
  label: string
  run: () => unknown
}

/** What just happened, and what can still be done about it. */
export interface Result {
  text: string
  actions: readonly ResultAction[]
  /** The account that is shown while the result is; undefined where it is about none. */
  account?: string
}

type Say = (text: string, ...actions: (ResultAction | undefined)[]) => void

interface Results {
  current: ShallowRef<Result | undefined>
  /** Says a result of an account, or of none. */
  sayOf: (account: string | undefined, ...said: Parameters<Say>) => void
}

export const resultsKey: InjectionKey<Results> = Symbol('results')
const accountKey: InjectionKey<string | undefined> = Symbol('account of results')

/** For the root of the page: holds the one result that is shown and read out. */
export function provideResults(): Results {
  const results = createResults()
  provide(resultsKey, results)
  return results
}

/**
 * A result goes when another account is shown or Latchkey is locked. One that comes when its account is no longer shown
 * names it, and offers nothing to do.
 */
export function createResults(): Results {
  const accounts = useAccountsStore()
  const lock = useLockStore()
  const current = shallowRef<Result>()

  function sayOf(of: string | undefined, ...[text, ...actions]: Parameters<Say>) {
    const account = accounts.active?.id
    const source = accounts.byId(of)
    const isSignedOut = of !== undefined && !source
    if (lock.state.locked || isSignedOut) return
    if (source && of !== account) {
      current.value = { text: `${isolated(source.label)}: ${text}`, actions: [], account }
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

/** For what is keyed by an account: all results that are said below are about it. */
export function provideResultAccount(account: string | undefined): void {
  provide(accountKey, account)
}

/**
 * Says what just happened, for the eye and for screen readers. It is about the account of the screen unless another one is
 * named, or `null` for what is about none.
 */
export function useResults(account?: string | null): { say: Say } {
  const results = inject(resultsKey)
  if (!results) throw new Error('No results are provided.')
  const ofScreen = inject(accountKey, undefined)
  const of = account === undefined ? ofScreen : (account ?? undefined)
  return { say: (...said) => results.sayOf(of, ...said) }
}
