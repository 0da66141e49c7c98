import { ChartLine } from '@lucide/vue'
import type { Module } from '../module.ts'

export const reportsModule: Module = {
  screens: [
    {
      name: 'reports',
      path: '/of/:account/admin/reports',
      linkable: true,
      component: () => import('./ReportsScreen.vue'),
      title: 'app.reportsScreen',
      icon: ChartLine,
      keywords: 'app.reportsKeywords',
      admin: true,
      wide: true,
    },
  ],
}
