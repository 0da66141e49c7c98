// The screens name pictures.
/// <reference types="vite/client" />
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { visitedScreens } from '../../../shared/app/desktop.ts'
import { startScreens } from '../../../shared/app/settings-choices.ts'
import { routes } from './index.ts'

it('has every screen that links, menus and settings lead to', () => {
  const names = routes.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...visitedScreens]))
  expect([...names, 'last']).toEqual(expect.arrayContaining([...startScreens]))
})

it('opens the audit log at its earlier path, with the same filters', async () => {
  const component = { render: () => null }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: routes.map(({ path, name, redirect }) =>
      redirect ? { path, redirect } : { path, name, component },
    ),
  })
  await router.push('/of/a/admin/journal?target=7')
  expect(router.currentRoute.value).toMatchObject({
    name: 'audit-log',
    fullPath: '/of/a/admin/audit-log?target=7',
    params: { account: 'a' },
  })
})
