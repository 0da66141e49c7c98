import { useMutation, useMutationState } from '@tanstack/vue-query'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Settings } from '../../shared/operations/settings.ts'
import { defaultColumns } from '../../shared/rules/directory-columns.ts'
import { defaultSettings } from '../../shared/rules/settings.ts'
import { failureOf, useHost, useLatchkey } from '../bridge/latchkey.ts'
import { queryClient } from '../bridge/query-client.ts'

export type Theme = Settings['theme']
export type SettingsChange = Partial<Omit<Settings, 'lastAccount'>>

/** Latchkey’s settings. */
export const useSettingsStore = defineStore('settings', () => {
  const latchkey = useLatchkey()
  const saved = shallowRef<Settings>({
    ...defaultSettings,
    directoryColumns: [...defaultColumns],
    viewColumns: {},
  })

  const mutationKey = ['settings']
  /** Saves a change. Changes are sent one at a time to keep their order. */
  const { mutateAsync: set } = useMutation(
    {
      mutationKey,
      scope: { id: 'settings' },
      mutationFn: (change: SettingsChange) => latchkey().settings.set(change),
      onSuccess: (next) => void (saved.value = next),
      shallow: true,
    },
    queryClient,
  )
  /** Unsaved changes, oldest first. */
  const changes = useMutationState(
    {
      filters: { mutationKey, status: 'pending' },
      select: ({ state }) => state.variables as SettingsChange,
    },
    queryClient,
  )
  /** The saved settings plus unsaved changes, which appear immediately and are reverted on failure. */
  const settings = computed((): Settings => Object.assign({}, saved.value, ...changes.value))

  /** Uses the theme that the page was served in until the settings are loaded. */
  function startWith(theme: string) {
    if (theme === 'light' || theme === 'dark') saved.value = { ...saved.value, theme }
  }

  useHost().on('settings', (next) => (saved.value = next))

  async function load(): Promise<Settings> {
    saved.value = await latchkey().settings.get()
    return settings.value
  }

  return { settings, startWith, load, set }
})

/** Changes settings from a screen, which shows any failure. */
export function useSettingsChange() {
  const { set } = useSettingsStore()
  const { mutate: change, error } = useMutation(
    { mutationFn: (change: SettingsChange) => set(change), shallow: true },
    queryClient,
  )
  return { change, failure: computed(() => (error.value ? failureOf(error.value) : undefined)) }
}
