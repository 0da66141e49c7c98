import { expect, it } from 'vitest'
import { dialogButtons } from './dialog-buttons.ts'

it.each([
  ['Win32', 'confirm'],
  ['MacIntel', 'cancel'],
  ['Linux x86_64', 'cancel'],
])('starts with the platform’s first button on %s', (platform, first) =>
  expect(dialogButtons(platform)[0]).toBe(first),
)
