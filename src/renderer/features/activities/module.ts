import type { Module } from '../module.ts'

export const activitiesModule: Module = {
  screens: [
    {
      name: 'activities',
      path: '/of/:account/admin/activities',
      linkable: true,
      component: () => import('./ActivitiesScreen.vue'),
      title: 'app.activitiesScreen',
      keywords: 'app.activitiesKeywords',
      section: 'directory',
      admin: true,
      wide: true,
    },
  ],
}
