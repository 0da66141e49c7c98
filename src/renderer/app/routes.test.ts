// Provides types for the images that screens import.
/// <reference types="vite/client" />
import { expect, it } from 'vitest'
import { menuScreens } from '../../shared/operations/desktop.ts'
import { startScreens } from '../../shared/rules/settings.ts'
import { routes } from './router.ts'

it('defines a route for every screen that menus and settings open', () => {
  const names = routes.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...menuScreens]))
  expect([...names, 'last']).toEqual(expect.arrayContaining([...startScreens]))
})

it('has a route for the first screen of each section', () => {
  const sections = routes.flatMap(({ meta }) => meta?.section ?? [])
  expect([...new Set(sections)]).toEqual(['profile', 'directory', 'review'])
  expect(routes.map(({ name }) => name)).toEqual(expect.arrayContaining(sections))
})
