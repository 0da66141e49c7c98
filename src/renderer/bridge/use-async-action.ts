import { useMutation } from '@tanstack/vue-query'
import { type Ref, type WatchSource, computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Failure } from '../../shared/rules/failure.ts'
import { failureOf } from './latchkey.ts'
import { queryClient } from './query-client.ts'

interface Run {
  work: () => Promise<unknown>
  about: unknown
}

let actions = 0

/** Runs user actions one at a time; exposes whether one is running, how the last one failed, and a way to retry it. */
export function useAsyncAction() {
  const failure = shallowRef<Failure>()
  let failed: Run | undefined
  const id = `action ${++actions}`
  const mutationKey = [id]
  const { mutateAsync, isPending } = useMutation(
    {
      mutationKey,
      // Mutations that share a scope run one at a time.
      scope: { id },
      async mutationFn({ work }: Run) {
        failure.value = undefined
        await work()
      },
      onError(error, action) {
        failure.value = failureOf(error)
        failed = action
      },
      shallow: true,
    },
    queryClient,
  )

  /**
   * Returns whether it succeeded. While a run is pending, others about the same subject are ignored, and those about
   * another subject are queued. Controls that share an action must therefore pass their subjects.
   */
  async function run(work: Run['work'], about?: unknown): Promise<boolean> {
    const pending = queryClient.getMutationCache().findAll({ mutationKey, status: 'pending' })
    if (pending.some(({ state }) => (state.variables as Run).about === about)) return false
    return mutateAsync({ work, about }).then(
      () => true,
      () => false,
    )
  }

  const retry = async () => failed && run(failed.work, failed.about)

  return { run, retry, busy: computed(() => isPending.value), failure }
}

/** Calls a function after each action that succeeded on any screen, for data that actions elsewhere may change. */
export function useAfterActions(callback: () => void): void {
  const stop = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') callback()
  })
  onScopeDispose(stop)
}

/** Whether changing the input might avoid the failure. */
export function isAboutInput({ kind, creation }: Failure): boolean {
  return (kind === 'invalid' || kind === 'conflict') && !creation
}

/** Clears a failure caused by the input once the user edits it. */
export function useEditReset(
  failure: Ref<Failure | undefined>,
  typed: WatchSource | readonly WatchSource[],
): void {
  watch(
    typed as WatchSource,
    () => {
      if (failure.value && isAboutInput(failure.value)) failure.value = undefined
    },
    { deep: true },
  )
}
