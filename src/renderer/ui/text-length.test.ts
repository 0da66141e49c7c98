import { expect, it } from 'vitest'
import { truncate, characterCount } from './text-length.ts'

it('counts and cuts by code points', () => {
  expect(characterCount('🌴🌴')).toBe(2)
  expect(truncate('🌴'.repeat(101), 100)).toBe('🌴'.repeat(100))
  expect(truncate('short', 100)).toBe('short')
})
