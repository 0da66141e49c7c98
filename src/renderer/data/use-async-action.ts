import { computed, shallowReactive, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'
import { queryClient } from './query-client.ts'

type Work = () => Promise<unknown>

let actions = 0

/** Actions of the user, run one after another: whether one is running, and how the last one failed. */
export function useAsyncAction() {
  const failure = shallowRef<Failure>()
  /** The subjects of the running action and those waiting. */
  const pressed = shallowReactive(new Set<unknown>())
  /** Mutations with the same scope run one after another. */
  const scope = { id: `action ${++actions}` }

  /**
   * Returns whether it succeeded. While it is pending, another run about the same subject does nothing; one about another
   * subject runs afterwards.
   */
  async function run(work: Work, about?: unknown): Promise<boolean> {
    if (pressed.has(about)) return false
    pressed.add(about)
    const mutationFn = () => runNow(work)
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn, scope })
    try {
      return await mutation.execute(undefined)
    } finally {
      pressed.delete(about)
    }
  }

  async function runNow(work: Work): Promise<boolean> {
    failure.value = undefined
    try {
      await work()
      return true
    } catch (error) {
      failure.value = failureOf(error)
      return false
    }
  }

  return { run, busy: computed(() => pressed.size > 0), failure }
}
