import { KeyRound } from '@lucide/vue'
import type { Module } from '../module.ts'

export const keysModule: Module = {
  screens: [
    {
      name: 'keys',
      path: '/of/:account/keys',
      linkable: true,
      component: () => import('./KeysScreen.vue'),
      title: 'app.keysScreen',
      icon: KeyRound,
      shortcut: 'k',
      keywords: 'app.keysKeywords',
      takesFiles: true,
    },
  ],
  palette: async () => (await import('./palette.ts')).keysPalette,
}
