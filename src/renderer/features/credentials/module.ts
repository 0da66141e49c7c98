import { Vault } from '@lucide/vue'
import type { Module } from '../module.ts'

export const credentialsModule: Module = {
  screens: [
    {
      name: 'credentials',
      path: '/of/:account/admin/credentials',
      linkable: true,
      component: () => import('./CredentialsScreen.vue'),
      title: 'app.instanceCredentialsScreen',
      icon: Vault,
      keywords: 'app.instanceCredentialsKeywords',
      admin: true,
      wide: true,
    },
  ],
}
