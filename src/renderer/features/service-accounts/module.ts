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
    {
      // Owners of groups and maintainers of projects can list those’ service accounts, see `ownersFor`. The palette
      // offers it to everyone, but few are among them, so it isn’t in the sidebar.
      name: 'owned-service-accounts',
      path: '/of/:account/service-accounts',
      linkable: true,
      component: () => import('./ServiceAccountsScreen.vue'),
      title: 'app.serviceAccountsScreen',
      paletteLabel: 'app.ownedServiceAccounts',
      keywords: 'app.serviceAccountsKeywords',
      elsewhere: 'people',
      wide: true,
    },
  ],
}
