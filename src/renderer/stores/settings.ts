import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Settings } from '../../shared/app/settings.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

export type Theme = Settings['theme']

/** What Latchkey remembers of how a person likes it. */
export const useSettingsStore = defineStore('settings', () => {
  const latchkey = useLatchkey()
  const settings = shallowRef<Settings>({ theme: 'system' })

  useHost().on('settings', (next) => (settings.value = next))

  async function load(): Promise<Settings> {
    return (settings.value = await latchkey().settings.get())
  }

  /** Shows the theme at once and keeps it. */
  async function setTheme(theme: Theme) {
    settings.value = { ...settings.value, theme }
    settings.value = await latchkey().settings.set({ theme })
  }

  return { settings, load, setTheme }
})
