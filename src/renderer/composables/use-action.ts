import { ref, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from '../latchkey.ts'

/** One thing that a person sets going: whether it runs, and how it failed. A second click meanwhile does nothing. */
export function useAction() {
  const busy = ref(false)
  const failure = shallowRef<Failure>()

  /** Answers whether it succeeded. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (busy.value) return false
    busy.value = true
    failure.value = undefined
    try {
      await work()
      return true
    } catch (error) {
      failure.value = failureOf(error)
      return false
    } finally {
      busy.value = false
    }
  }

  return { run, busy, failure }
}
