import { expect, it } from 'vitest'
import { truncate, codePointLength } from './text-length.ts'

it('counts and cuts by code points', () => {
  expect(codePointLength('🌴🌴')).toBe(2)
  expect(truncate('🌴'.repeat(101), 100)).toBe('🌴'.repeat(100))
  expect(truncate('short', 100)).toBe('short')
})
