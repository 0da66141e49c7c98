import { computed, shallowReactive, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'
import { queryClient } from './query-client.ts'

type Work = () => Promise<unknown>

let actions = 0

/** Things that a person sets going one after the other: whether one runs, and how the last one failed. */
export function useAction() {
  const failure = shallowRef<Failure>()
  /** What runs and what waits for it, by what it is about. */
  const pressed = shallowReactive(new Set<unknown>())
  /** Those of one scope run one after the other. */
  const scope = { id: `action ${++actions}` }

  /**
   * Answers whether it succeeded. A second press about the same meanwhile does nothing; one about something else has
   * its turn afterwards.
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
