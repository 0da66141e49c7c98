import { computed, shallowReactive, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'
import { queryClient } from './query-client.ts'

type Work = () => Promise<unknown>

let actions = 0

/** Runs actions of the user one after another, and tells whether one is running and how the last one failed. */
export function useAsyncAction() {
  const failure = shallowRef<Failure>()
  /** The subjects of the running action and those waiting. */
  const pending = shallowReactive(new Set<unknown>())
  /** Mutations with the same scope run one after another. */
  const scope = { id: `action ${++actions}` }

  /**
   * Returns whether it succeeded. While it is pending, another run about the same subject does nothing; one about another
   * subject runs afterwards.
   */
  async function run(work: Work, about?: unknown): Promise<boolean> {
    if (pending.has(about)) return false
    pending.add(about)
    const mutationFn = () => runNow(work)
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn, scope })
    try {
      return await mutation.execute(undefined)
    } finally {
      pending.delete(about)
    }
  }

  /** Like `run`, but without waiting for other runs, and repeated runs all count. */
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

  return { run, runNow, busy: computed(() => pending.size > 0), failure }
}
