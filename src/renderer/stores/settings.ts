import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Settings } from '../../shared/app/settings.ts'
import { usualColumns } from '../../shared/app/directory-columns.ts'
import { clipboardSeconds, requestsAtOnce, undoSeconds } from '../../shared/app/settings-choices.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

export type Theme = Settings['theme']

/** What Latchkey remembers of how a person likes it. */
export const useSettingsStore = defineStore('settings', () => {
  const latchkey = useLatchkey()
  const settings = shallowRef<Settings>({
    theme: 'system',
    density: 'comfortable',
    startScreen: 'home',
    clipboardSeconds: clipboardSeconds.usual,
    undoSeconds: undoSeconds.usual,
    requestsAtOnce: requestsAtOnce.usual,
    directoryColumns: [...usualColumns],
    lastScreen: 'home',
    notices: true,
    closeToTray: false,
    startAtLogin: false,
    lockMinutes: 0,
    lockWithSystem: false,
    updateChannel: 'stable',
    updateChecks: true,
  })

  useHost().on('settings', (next) => (settings.value = next))

  async function load(): Promise<Settings> {
    return (settings.value = await latchkey().settings.get())
  }

  /** Shows a change at once and keeps it; what could not be kept is as before again. */
  async function set(change: Partial<Omit<Settings, 'lastAccount'>>) {
    const before = settings.value
    settings.value = { ...before, ...change }
    try {
      settings.value = await latchkey().settings.set(change)
    } catch (error) {
      settings.value = before
      throw error
    }
  }

  return { settings, load, set, setTheme: (theme: Theme) => set({ theme }) }
})
