import { inject, provide, shallowRef } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'

/** What just happened, and what can still be done about it. */
export interface Result {
  text: string
  action?: { label: string; run: () => unknown }
}

interface Results {
  current: ShallowRef<Result | undefined>
  say: (text: string, action?: Result['action']) => void
}

const key: InjectionKey<Results> = Symbol('results')

/** For the root of the page: holds the one result that is shown and read out. */
export function provideResults(): Results {
  const current = shallowRef<Result>()
  const results = { current, say: (text, action) => (current.value = { text, action }) } as Results
  provide(key, results)
  return results
}

/** Says what just happened, for the eye and for screen readers. */
export function useResults(): Results {
  const results = inject(key)
  if (!results) throw new Error('No results are provided.')
  return results
}
