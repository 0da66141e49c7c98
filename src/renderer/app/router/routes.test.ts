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

it('knows the first screen of each section', () => {
  const sections = routes.flatMap(({ meta }) => meta?.section ?? [])
  expect([...new Set(sections)]).toEqual(['profile', 'tokens', 'people', 'review'])
  expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining(sections))
})

it.each([
  ['/of/a/admin/journal?target=7', 'audit-log', '/of/a/admin/audit-log?target=7'],
  ['/of/a/ssh-keys?show=ssh-7', 'keys', '/of/a/keys?show=ssh-7&kind=ssh'],
  ['/of/a/gpg-keys', 'keys', '/of/a/keys?kind=gpg'],
])('opens %s, a path of earlier versions, as %s', async (path, name, fullPath) => {
  const component = { render: () => null }
  const router = createRouter({
    history: createMemoryHistory(),
    routes: routes.map(({ path, name, redirect }) =>
      redirect ? { path, redirect } : { path, name, component },
    ),
  })
  await router.push(path)
  expect(router.currentRoute.value).toMatchObject({ name, fullPath, params: { account: 'a' } })
})
