import { ScanSearch } from '@lucide/vue'
import type { Module } from '../module.ts'

export const lookupModule: Module = {
  screens: [
    {
      name: 'lookup',
      path: '/of/:account/admin/lookup',
      linkable: true,
      component: () => import('./LookupScreen.vue'),
      title: 'app.lookupScreen',
      icon: ScanSearch,
      keywords: 'app.lookupKeywords',
      admin: true,
      takesFiles: true,
    },
  ],
}
