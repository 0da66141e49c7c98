import type { Module } from '../module.ts'

export const onboardingModule: Module = {
  screens: [
    {
      name: 'onboarding',
      path: '/of/:account/admin/onboarding',
      component: () => import('./OnboardingScreen.vue'),
      title: 'app.onboardingScreen',
      keywords: 'app.onboardingKeywords',
      admin: true,
      elsewhere: 'directory',
      takesFiles: true,
    },
  ],
}
