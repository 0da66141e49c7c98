import { UsersRound } from '@lucide/vue'
import type { Module } from '../module.ts'

export const directoryModule: Module = {
  screens: [
    {
      name: 'directory',
      path: '/of/:account/admin/people',
      linkable: true,
      component: () => import('./DirectoryScreen.vue'),
      title: 'app.directoryScreen',
      icon: UsersRound,
      shortcut: 'u',
      keywords: 'app.directoryKeywords',
      section: 'directory',
      admin: true,
    },
  ],
  palette: async () => (await import('./palette.ts')).directoryPalette,
}
