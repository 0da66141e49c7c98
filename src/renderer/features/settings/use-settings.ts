import { computed } from 'vue'
import type { Settings } from '../../../shared/operations/settings.ts'
import { type SettingsChange, useSettingsChange, useSettingsStore } from '../../stores/settings.ts'

/** Settings as models that save on change. `failure` is about the last change. */
export function useSettings() {
  const store = useSettingsStore()
  const { change, failure } = useSettingsChange()
  const setting = <Name extends keyof SettingsChange>(name: Name) =>
    computed<Settings[Name]>({
      get: () => store.settings[name],
      set: (value) => change({ [name]: value }),
    })
  return { setting, failure }
}
