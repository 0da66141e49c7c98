import { expect, it } from 'vitest'
import { matchesConfirmation } from './matches-confirmation.ts'

it('compares what can be seen', () => {
  expect(matchesConfirmation(' Laptop ', 'Laptop')).toBe(true)
  expect(matchesConfirmation('laptop', 'Laptop')).toBe(false)
  expect(matchesConfirmation('laptopyek.exe', 'laptop\u202Eyek.exe')).toBe(true)
  expect(matchesConfirmation('a b', 'a\u00a0  b')).toBe(true)
  expect(matchesConfirmation('', 'Laptop')).toBe(false)
})

it('takes nothing for no name', () => {
  expect(matchesConfirmation('', '')).toBe(false)
  expect(matchesConfirmation(' ', '\u200B')).toBe(false)
})
