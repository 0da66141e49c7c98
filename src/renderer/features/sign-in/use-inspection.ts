import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'

type Inspect = ReturnType<ReturnType<typeof useLatchkey>>['accounts']['inspect']
export type Inspection = Awaited<ReturnType<Inspect>>

/** Checks the URL of an instance as it is typed, shortly after the last key press. */
export function useInspection(baseUrl: Ref<string>, admin: Ref<boolean>) {
  const latchkey = useLatchkey()
  const inspection = shallowRef<Inspection>()
  const failure = shallowRef<Failure>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  async function inspect() {
    const turn = ++latest
    if (!baseUrl.value.trim()) return clear()
    try {
      const result = await latchkey().accounts.inspect({
        baseUrl: baseUrl.value,
        admin: admin.value,
      })
      if (turn !== latest) return
      inspection.value = result
      failure.value = undefined
    } catch (error) {
      if (turn !== latest) return
      inspection.value = undefined
      failure.value = failureOf(error)
    }
  }

  function clear() {
    inspection.value = undefined
    failure.value = undefined
  }

  watch([baseUrl, admin], () => {
    clearTimeout(timer)
    timer = setTimeout(inspect, 250)
  })
  onScopeDispose(() => clearTimeout(timer))

  return { inspection, failure }
}
