import { Settings } from '@lucide/vue'
import type { Module } from '../module.ts'

export const settingsModule: Module = {
  screens: [
    {
      name: 'settings',
      path: '/settings',
      linkable: true,
      component: () => import('./SettingsScreen.vue'),
      title: 'app.settingsScreen',
      icon: Settings,
      keywords: 'app.settingsKeywords',
    },
  ],
  palette: async () => (await import('./palette.ts')).settingsPalette,
}
