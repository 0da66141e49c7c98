import { ListTodo } from '@lucide/vue'
import type { Module } from '../module.ts'

export const moderationModule: Module = {
  screens: [
    {
      name: 'bulk',
      path: '/of/:account/admin/bulk',
      component: () => import('./bulk/BulkScreen.vue'),
      title: 'app.bulkActionScreen',
      admin: true,
      elsewhere: 'directory',
    },
    {
      name: 'run',
      path: '/of/:account/admin/runs/:run(\\d+)',
      component: () => import('./runs/RunScreen.vue'),
      title: 'app.runScreen',
      admin: true,
      queue: true,
      elsewhere: 'queue',
      wide: true,
    },
    {
      name: 'evidence',
      path: '/of/:account/admin/runs/:run(\\d+)/evidence',
      component: () => import('./evidence/EvidenceScreen.vue'),
      title: 'app.evidenceScreen',
      admin: true,
      elsewhere: 'queue',
    },
    {
      name: 'queue',
      path: '/of/:account/admin/queue',
      linkable: true,
      component: () => import('./QueueScreen.vue'),
      title: 'app.actionsScreen',
      icon: ListTodo,
      shortcut: 'q',
      keywords: 'app.actionsKeywords',
      admin: true,
      queue: true,
      wide: true,
    },
  ],
  palette: async () => (await import('./palette.ts')).moderationPalette,
}
