import { expect, it } from 'vitest'
import { Settings } from './settings.ts'

it.each([
  ['journal', 'audit-log'],
  ['emails', 'emails'],
  ['no-such-screen', 'home'],
  [undefined, 'home'],
])('reads the last screen %j as %j', (lastScreen, screen) => {
  expect(Settings.parse({ lastScreen }).lastScreen).toBe(screen)
})
