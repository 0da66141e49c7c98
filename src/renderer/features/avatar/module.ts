import type { Module } from '../module.ts'

export const avatarModule: Module = {
  screens: [
    {
      name: 'avatar',
      path: '/of/:account/avatar',
      linkable: true,
      component: () => import('./AvatarScreen.vue'),
      title: 'app.avatarScreen',
      keywords: 'app.avatarKeywords',
      section: 'profile',
      takesFiles: true,
    },
  ],
}
