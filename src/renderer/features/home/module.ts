import { House } from '@lucide/vue'
import type { Module } from '../module.ts'

export const homeModule: Module = {
  screens: [
    {
      name: 'home',
      path: '/of/:account/home',
      linkable: true,
      component: () => import('./HomeScreen.vue'),
      title: 'app.homeScreen',
      icon: House,
      shortcut: 'h',
      keywords: 'app.homeKeywords',
    },
  ],
}
