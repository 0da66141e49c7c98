import type { Module } from '../module.ts'

export const runnersModule: Module = {
  screens: [
    {
      name: 'new-runner',
      path: '/of/:account/runners/new',
      component: () => import('./NewRunnerScreen.vue'),
      title: 'app.newRunnerScreen',
      keywords: 'app.newRunnerKeywords',
      elsewhere: 'settings',
    },
  ],
}
