import { KeySquare } from '@lucide/vue'
import type { Module } from '../module.ts'

export const tokensModule: Module = {
  screens: [
    {
      name: 'tokens',
      path: '/of/:account/tokens',
      linkable: true,
      component: () => import('./TokensScreen.vue'),
      title: 'app.tokensScreen',
      icon: KeySquare,
      shortcut: 't',
      keywords: 'app.tokensKeywords',
      wide: true,
    },
  ],
  palette: async () => (await import('./palette.ts')).tokensPalette,
}
