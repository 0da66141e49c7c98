import type { Module } from '../module.ts'

export const activitiesModule: Module = {
  screens: [
    {
      name: 'activities',
      path: '/of/:account/activities',
      component: () => import('./ActivitiesScreen.vue'),
      title: 'app.activitiesScreen',
      keywords: 'app.activitiesKeywords',
      section: 'people',
    },
  ],
}
