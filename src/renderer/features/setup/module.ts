import { FolderGit2, Laptop } from '@lucide/vue'
import type { Module } from '../module.ts'

export const setupModule: Module = {
  palette: async () => (await import('./palette.ts')).setupPalette,
  screens: [
    {
      name: 'computer',
      feature: 'this-computer',
      path: '/of/:account/computer',
      linkable: true,
      component: () => import('./ComputerScreen.vue'),
      title: 'app.computerScreen',
      icon: Laptop,
      shortcut: 'c',
      keywords: 'app.computerKeywords',
    },
    {
      name: 'repositories',
      feature: 'this-computer',
      path: '/of/:account/computer/repositories',
      linkable: true,
      component: () => import('./RepositoriesScreen.vue'),
      title: 'app.repositoriesScreen',
      icon: FolderGit2,
      paletteLabel: 'app.repositoriesLabel',
      keywords: 'app.repositoriesKeywords',
      takesFiles: true,
      wide: true,
    },
    {
      name: 'new-ssh-key',
      feature: 'this-computer',
      path: '/of/:account/keys/new',
      component: () => import('./NewSshKeyScreen.vue'),
      title: 'app.newSshKeyScreen',
      paletteLabel: 'app.newSshKeyLabel',
      keywords: 'app.newSshKeyKeywords',
      elsewhere: 'keys',
    },
  ],
}
