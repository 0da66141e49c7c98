import { ScrollText } from '@lucide/vue'
import type { Module } from '../module.ts'

export const auditLogModule: Module = {
  palette: async () => (await import('./palette.ts')).auditLogPalette,
  screens: [
    {
      name: 'audit-log',
      path: '/of/:account/admin/audit-log',
      linkable: true,
      component: () => import('./AuditLogScreen.vue'),
      title: 'app.auditLogScreen',
      icon: ScrollText,
      shortcut: 'l',
      keywords: 'app.auditLogKeywords',
      admin: true,
      wide: true,
    },
  ],
}
