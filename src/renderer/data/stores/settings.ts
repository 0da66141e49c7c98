import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Settings } from '../../../shared/app/settings.ts'
import { usualColumns } from '../../../shared/rules/directory-columns.ts'
import { defaultSettings } from '../../../shared/rules/settings.ts'
import { useHost, useLatchkey } from '../latchkey.ts'
import { useAsyncAction } from '../use-async-action.ts'

export type Theme = Settings['theme']
export type SettingsChange = Partial<Omit<Settings, 'lastAccount'>>

/** The settings of Latchkey. */
export const useSettingsStore = defineStore('settings', () => {
  const latchkey = useLatchkey()
  const saved = shallowRef<Settings>({
    ...defaultSettings,
    directoryColumns: [...usualColumns],
    viewColumns: {},
  })

  /** Changes that are not saved yet, the oldest first. */
  const changes = shallowRef<readonly SettingsChange[]>([])
  const settings = computed((): Settings => Object.assign({}, saved.value, ...changes.value))
  let last: Promise<unknown> = Promise.resolve()

  useHost().on('settings', (next) => (saved.value = next))

  async function load(): Promise<Settings> {
    saved.value = await latchkey().settings.get()
    return settings.value
  }

  /**
   * Shows a change at once, saves it, and reverts it if that fails. Changes are sent one after the other, so that they
   * arrive in order.
   */
  async function set(change: SettingsChange) {
    changes.value = [...changes.value, change]
    const request = last.then(() => latchkey().settings.set(change))
    last = request.catch(() => undefined)
    try {
      saved.value = await request
    } finally {
      changes.value = changes.value.filter((other) => other !== change)
    }
  }

  return { settings, load, set }
})

/** Changes settings from a screen, which shows the failure. */
export function useSettingsChange() {
  const { set } = useSettingsStore()
  const { runNow, failure } = useAsyncAction()
  return { change: (change: SettingsChange) => runNow(() => set(change)), failure }
}
