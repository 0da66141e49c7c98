import { inject, provide } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'

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

export type Say = (text: string, ...actions: (ResultAction | undefined)[]) => void

export interface Results {
  current: ShallowRef<Result | undefined>
  /** Says a result of an account, or of none. */
  sayOf: (account: string | undefined, ...said: Parameters<Say>) => void
}

export const resultsKey: InjectionKey<Results> = Symbol('results')
const accountKey: InjectionKey<string | undefined> = Symbol('account of results')

/** For what is keyed by an account: all results that are said below are about it. */
export function provideResultAccount(account: string | undefined): void {
  provide(accountKey, account)
}

/**
 * Says what just happened, for the eye and for screen readers. It is about the account of the screen unless another one is
 * named, or `null` for what is about none.
 */
export function useToast(account?: string | null): { say: Say } {
  const results = inject(resultsKey)
  if (!results) throw new Error('No results are provided.')
  const ofScreen = inject(accountKey, undefined)
  const of = account === undefined ? ofScreen : (account ?? undefined)
  return { say: (...said) => results.sayOf(of, ...said) }
}
