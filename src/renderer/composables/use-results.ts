import { inject, provide, shallowRef } from 'vue'
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
}

interface Results {
  current: ShallowRef<Result | undefined>
  say: (text: string, ...actions: (ResultAction | undefined)[]) => void
}

export const resultsKey: InjectionKey<Results> = Symbol('results')

/** For the root of the page: holds the one result that is shown and read out. */
export function provideResults(): Results {
  const current = shallowRef<Result>()
  const results: Results = {
    current,
    say: (text, ...actions) => {
      current.value = { text, actions: actions.filter((action) => action !== undefined) }
    },
  }
  provide(resultsKey, results)
  return results
}

/** Says what just happened, for the eye and for screen readers. */
export function useResults(): Results {
  const results = inject(resultsKey)
  if (!results) throw new Error('No results are provided.')
  return results
}
