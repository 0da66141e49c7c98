import { expect, it } from 'vitest'
import { isTypedAs } from './matches-confirmation.ts'

it('compares what can be seen', () => {
  expect(isTypedAs(' Laptop ', 'Laptop')).toBe(true)
  expect(isTypedAs('laptop', 'Laptop')).toBe(false)
  expect(isTypedAs('laptopyek.exe', 'laptop\u202Eyek.exe')).toBe(true)
  expect(isTypedAs('a b', 'a\u00a0  b')).toBe(true)
  expect(isTypedAs('', 'Laptop')).toBe(false)
})

it('takes nothing for no name', () => {
  expect(isTypedAs('', '')).toBe(false)
  expect(isTypedAs(' ', '\u200B')).toBe(false)
})
