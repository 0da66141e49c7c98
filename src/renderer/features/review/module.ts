import { ClipboardCheck } from '@lucide/vue'
import type { Module } from '../module.ts'

export const reviewModule: Module = {
  screens: [
    {
      name: 'review',
      path: '/of/:account/admin/review',
      component: () => import('./ReviewScreen.vue'),
      title: 'app.reviewScreen',
      icon: ClipboardCheck,
      keywords: 'app.reviewKeywords',
      section: 'review',
      admin: true,
      wide: true,
    },
    {
      name: 'review-items',
      path: '/of/:account/admin/review/items',
      component: () => import('./ItemsScreen.vue'),
      title: 'app.reviewItemsScreen',
      paletteLabel: 'app.reviewItemsLabel',
      keywords: 'app.reviewItemsKeywords',
      section: 'review',
      admin: true,
      wide: true,
    },
    {
      name: 'review-credentials',
      path: '/of/:account/admin/review/credentials',
      component: () => import('./CredentialsScreen.vue'),
      title: 'app.credentialsScreen',
      keywords: 'app.credentialsKeywords',
      section: 'review',
      admin: true,
      wide: true,
    },
    {
      name: 'user-changes',
      path: '/of/:account/admin/changes',
      component: () => import('./ChangesScreen.vue'),
      title: 'app.changesScreen',
      keywords: 'app.changesKeywords',
      section: 'directory',
      admin: true,
      wide: true,
    },
    {
      name: 'spam-sweep',
      path: '/of/:account/admin/spam',
      component: () => import('./SpamScreen.vue'),
      title: 'app.spamScreen',
      keywords: 'app.spamKeywords',
      section: 'directory',
      admin: true,
      wide: true,
    },
  ],
}
