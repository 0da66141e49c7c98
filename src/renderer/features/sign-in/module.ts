import type { Module } from '../module.ts'

export const signInModule: Module = {
  screens: [
    {
      name: 'sign-in',
      path: '/sign-in',
      component: () => import('./SignInScreen.vue'),
      title: 'app.signInScreen',
      keywords: 'app.addAccountKeywords',
      paletteLabel: 'app.addAccount',
    },
  ],
}
