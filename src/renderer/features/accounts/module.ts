import type { Module } from '../module.ts'

export const accountsModule: Module = {
  screens: [
    {
      name: 'accounts',
      path: '/accounts',
      linkable: true,
      component: () => import('./AccountsScreen.vue'),
      title: 'app.accountsScreen',
      keywords: 'app.accountsKeywords',
    },
  ],
  palette: async () => (await import('./palette.ts')).accountsPalette,
}
