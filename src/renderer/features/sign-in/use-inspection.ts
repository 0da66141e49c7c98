import { watchDebounced } from '@vueuse/core'
import { type Ref, computed, shallowRef } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'

type Inspect = ReturnType<ReturnType<typeof useLatchkey>>['accounts']['inspect']
export type Inspection = Awaited<ReturnType<Inspect>>

/** Checks an instance’s URL as it is typed, after a short pause. */
export function useInspection(baseUrl: Ref<string>, admin: Ref<boolean>) {
  const latchkey = useLatchkey()
  const result = shallowRef<{ inspection?: Inspection; failure?: Failure }>({})
  let latest = 0

  async function inspect() {
    const request = ++latest
    const next = baseUrl.value.trim() ? await requestInspection() : {}
    if (request === latest) result.value = next
  }

  async function requestInspection() {
    const input = { baseUrl: baseUrl.value, admin: admin.value }
    try {
      return { inspection: await latchkey().accounts.inspect(input) }
    } catch (error) {
      return { failure: failureOf(error) }
    }
  }

  watchDebounced([baseUrl, admin], inspect, { debounce: 250, immediate: true })

  return {
    inspection: computed(() => result.value.inspection),
    failure: computed(() => result.value.failure),
  }
}
