import { SmilePlus } from '@lucide/vue'
import type { Module } from '../module.ts'

export const statusModule: Module = {
  screens: [
    {
      name: 'status',
      path: '/of/:account/status',
      linkable: true,
      component: () => import('./StatusScreen.vue'),
      title: 'app.statusScreen',
      icon: SmilePlus,
      shortcut: 's',
      keywords: 'app.statusKeywords',
    },
  ],
  palette: async () => (await import('./palette.ts')).statusPalette,
}
