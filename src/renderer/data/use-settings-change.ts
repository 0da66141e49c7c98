import { shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { failureOf } from './latchkey.ts'
import { useSettingsStore } from './stores/settings.ts'
import type { SettingsChange } from './stores/settings.ts'

/** Changes what Latchkey remembers of how a person likes it. Of two quick clicks both count. */
export function useSettingsChange() {
  const store = useSettingsStore()
  const failure = shallowRef<Failure>()

  /** Answers whether it is kept. */
  async function change(change: SettingsChange): Promise<boolean> {
    failure.value = undefined
    try {
      await store.set(change)
      return true
    } catch (error) {
      failure.value = failureOf(error)
      return false
    }
  }

  return { change, failure }
}
