import type { Module } from '../module.ts'

export const preferencesModule: Module = {
  screens: [
    {
      name: 'preferences',
      path: '/of/:account/preferences',
      linkable: true,
      component: () => import('./PreferencesScreen.vue'),
      title: 'app.preferencesScreen',
      keywords: 'app.preferencesKeywords',
      section: 'profile',
    },
  ],
  palette: async () => (await import('./palette.ts')).preferencesPalette,
}
