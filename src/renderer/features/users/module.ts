import type { Module } from '../module.ts'

export const usersModule: Module = {
  screens: [
    {
      name: 'admin-user',
      path: '/of/:account/admin/people/:id(\\d+)',
      linkable: true,
      component: () => import('./UserScreen.vue'),
      title: 'app.userScreen',
      admin: true,
      elsewhere: 'directory',
      takesFiles: true,
    },
    {
      name: 'new-user',
      path: '/of/:account/admin/people/new',
      component: () => import('./form/NewUserScreen.vue'),
      title: 'app.newUserScreen',
      keywords: 'app.newUserKeywords',
      admin: true,
      elsewhere: 'directory',
      takesFiles: true,
    },
    {
      name: 'edit-user',
      path: '/of/:account/admin/people/:id(\\d+)/edit',
      component: () => import('./form/EditUserScreen.vue'),
      title: 'app.editUserScreen',
      admin: true,
      elsewhere: 'directory',
      takesFiles: true,
    },
    {
      name: 'view-as',
      feature: 'sudo',
      path: '/of/:account/admin/people/:id(\\d+)/as',
      component: () => import('./ViewAsScreen.vue'),
      title: 'app.viewAsScreen',
      admin: true,
      elsewhere: 'directory',
    },
  ],
}
