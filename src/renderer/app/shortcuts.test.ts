import { expect, it } from 'vitest'
import { routes } from './router.ts'
import { ariaShortcut, formatShortcut, pressedShortcut, shortcuts } from './shortcuts.ts'

const pressed = (key: string, modifiers: Partial<KeyboardEvent> = {}) =>
  pressedShortcut({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers } as never)
const byId = (id: string) => shortcuts.find((one) => one.id === id)!

it('uses each key combination once', () => {
  const all = shortcuts.map(({ keys }) => keys.join(' '))
  expect(new Set(all).size).toBe(all.length)
})

it('opens existing screens, and matches their routes’ admin-only flags', () => {
  for (const { screen, admin } of shortcuts) {
    if (!screen) continue
    const route = routes.find(({ name }) => name === screen)
    expect(route, screen).toBeDefined()
    expect(route?.meta?.admin, screen).toBe(admin)
  }
})

it.each([
  ['k', { ctrlKey: true }, 'palette'],
  ['K', { ctrlKey: true }, 'palette'],
  [',', { ctrlKey: true }, 'settings'],
  ['?', { shiftKey: true }, 'shortcuts'],
  ['F6', {}, 'toasts'],
  ['s', {}, 'quick-status'],
  ['s', { ctrlKey: true }, undefined],
  ['q', {}, undefined],
  ['k', { ctrlKey: true, shiftKey: true }, undefined],
  ['k', { ctrlKey: true, altKey: true }, undefined],
  ['k', { ctrlKey: true, isComposing: true }, undefined],
  ['?', { ctrlKey: true, shiftKey: true }, undefined],
])('maps %j with %j to %s', (key, modifiers, id) => {
  expect(pressed(key, modifiers)).toBe(id)
})

it('formats shortcuts for display and for aria-keyshortcuts', () => {
  expect(formatShortcut(byId('palette'))).toBe('Ctrl K')
  expect(formatShortcut(byId('go-home'))).toBe('g then h')
  expect(formatShortcut(byId('account'))).toBe('Ctrl 1 to Ctrl 9')
  expect(ariaShortcut(byId('settings'))).toBe('Control+,')
  expect(ariaShortcut(byId('go-home'))).toBeUndefined()
})
