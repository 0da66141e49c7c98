import { expect, it } from 'vitest'
import { Settings } from './settings.ts'

it.each([
  ['emails', 'emails'],
  [7, 'home'],
  [undefined, 'home'],
])('parses the last screen %j as %j', (lastScreen, screen) => {
  expect(Settings.parse({ lastScreen }).lastScreen).toBe(screen)
})

it.each([
  ['last', 'last'],
  ['no-such-screen', 'home'],
  [undefined, 'home'],
])('parses the start screen %j as %j', (startScreen, screen) => {
  expect(Settings.parse({ startScreen }).startScreen).toBe(screen)
})
