import type { Module } from '../module.ts'

export const statusModule: Module = {
  screens: [
    {
      name: 'status',
      path: '/of/:account/status',
      linkable: true,
      component: () => import('./StatusScreen.vue'),
      title: 'app.statusScreen',
      shortcut: 's',
      keywords: 'app.statusKeywords',
      section: 'profile',
    },
  ],
  palette: async () => (await import('./palette.ts')).statusPalette,
}
