import { Mail } from '@lucide/vue'
import type { Module } from '../module.ts'

export const emailsModule: Module = {
  screens: [
    {
      name: 'emails',
      path: '/of/:account/emails',
      linkable: true,
      component: () => import('./EmailsScreen.vue'),
      title: 'app.emailsScreen',
      icon: Mail,
      shortcut: 'e',
      keywords: 'app.emailsKeywords',
    },
  ],
  palette: async () => (await import('./palette.ts')).emailsPalette,
}
