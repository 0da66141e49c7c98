import { UserRound } from '@lucide/vue'
import type { Module } from '../module.ts'

export const profileModule: Module = {
  screens: [
    {
      name: 'profile',
      path: '/of/:account/profile',
      linkable: true,
      component: () => import('./ProfileScreen.vue'),
      title: 'app.profileScreen',
      icon: UserRound,
      shortcut: 'p',
      keywords: 'app.profileKeywords',
      section: 'profile',
    },
  ],
}
