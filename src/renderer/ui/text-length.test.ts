import { expect, it } from 'vitest'
import { clipped, codePointLength } from './text-length.ts'

it('counts and cuts by code points', () => {
  expect(codePointLength('🌴🌴')).toBe(2)
  expect(clipped('🌴'.repeat(101), 100)).toBe('🌴'.repeat(100))
  expect(clipped('short', 100)).toBe('short')
})
