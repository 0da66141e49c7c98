import { UserRoundPlus } from '@lucide/vue'
import type { Module } from '../module.ts'

export const peopleModule: Module = {
  screens: [
    {
      name: 'people',
      path: '/of/:account/people',
      linkable: true,
      component: () => import('./PeopleScreen.vue'),
      title: 'app.peopleScreen',
      icon: UserRoundPlus,
      shortcut: 'f',
      keywords: 'app.peopleKeywords',
      wide: true,
    },
    {
      name: 'person',
      path: '/of/:account/people/:id(\\d+)',
      linkable: true,
      component: () => import('./PersonScreen.vue'),
      title: 'app.personScreen',
      elsewhere: 'people',
    },
    {
      name: 'person-by-username',
      path: '/of/:account/people/@:username',
      component: () => import('./PersonByUsername.vue'),
      title: 'app.personScreen',
      elsewhere: 'people',
    },
  ],
  palette: async () => (await import('./palette.ts')).peoplePalette,
}
