import { ref, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'

/** Things that a person sets going one after the other: whether one runs, and how the last one failed. */
export function useAction() {
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  /** What runs and what waits for it, by what it is about. */
  const pressed = new Set<unknown>()
  let last: Promise<unknown> = Promise.resolve()

  /**
   * Answers whether it succeeded. A second press about the same meanwhile does nothing; one about something else has
   * its turn afterwards.
   */
  async function run(work: () => Promise<unknown>, about?: unknown): Promise<boolean> {
    if (pressed.has(about)) return false
    pressed.add(about)
    const turn = busy.value ? last.then(() => runNow(work)) : runNow(work)
    last = turn
    busy.value = true
    try {
      return await turn
    } finally {
      pressed.delete(about)
      busy.value = pressed.size > 0
    }
  }

  async function runNow(work: () => Promise<unknown>): Promise<boolean> {
    failure.value = undefined
    try {
      await work()
      return true
    } catch (error) {
      failure.value = failureOf(error)
      return false
    }
  }

  return { run, busy, failure }
}
