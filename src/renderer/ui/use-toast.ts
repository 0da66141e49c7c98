import { inject, provide } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'

/** An action offered with a result, such as undo. */
export interface ResultAction {
  label: string
  run: () => unknown
}

/** The result of an action, and what can still be done about it. */
export interface Result {
  text: string
  actions: readonly ResultAction[]
  /** The account that the result is about, if any. */
  account?: string
}

export type Say = (text: string, ...actions: (ResultAction | undefined)[]) => void

export interface Results {
  current: ShallowRef<Result | undefined>
  /** Shows a result of an account, or of none. */
  sayOf: (account: string | undefined, ...said: Parameters<Say>) => void
}

export const resultsKey: InjectionKey<Results> = Symbol('results')
const accountKey: InjectionKey<string | undefined> = Symbol('account of results')

/** For components keyed by an account: all results shown below are about it. */
export function provideResultAccount(account: string | undefined): void {
  provide(accountKey, account)
}

/**
 * Shows a result and announces it to screen readers. It is about the account of the screen unless another one is given, or
 * `null` for none.
 */
export function useToast(account?: string | null): { say: Say } {
  const results = inject(resultsKey)
  if (!results) throw new Error('No results are provided.')
  const ofScreen = inject(accountKey, undefined)
  const of = account === undefined ? ofScreen : (account ?? undefined)
  return { say: (...said) => results.sayOf(of, ...said) }
}
