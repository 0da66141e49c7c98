import { Bot } from '@lucide/vue'
import type { Module } from '../module.ts'

export const serviceAccountsModule: Module = {
  screens: [
    {
      name: 'service-accounts',
      path: '/of/:account/admin/service-accounts',
      linkable: true,
      component: () => import('./ServiceAccountsScreen.vue'),
      title: 'app.serviceAccountsScreen',
      icon: Bot,
      keywords: 'app.serviceAccountsKeywords',
      admin: true,
      wide: true,
    },
  ],
}
