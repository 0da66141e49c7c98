import { CalendarClock } from '@lucide/vue'
import type { Module } from '../module.ts'

export const rulesModule: Module = {
  screens: [
    {
      name: 'rules',
      path: '/of/:account/admin/rules',
      linkable: true,
      component: () => import('./RulesScreen.vue'),
      title: 'app.rulesScreen',
      icon: CalendarClock,
      keywords: 'app.rulesKeywords',
      feature: 'bulk',
      admin: true,
    },
  ],
}
