import { expect, it } from 'vitest'
import { isLongUnused, isUrgentExpiry } from './expiry.ts'

const now = Date.parse('2026-06-01T12:00:00Z')

it('counts a token as unused after 90 days, from its creation if it never was', () => {
  const [recent, old] = ['2026-03-04T00:00:00Z', '2026-03-03T23:59:59Z']
  expect(isLongUnused({ last_used_at: recent, created_at: old }, now)).toBe(false)
  expect(isLongUnused({ last_used_at: old, created_at: old }, now)).toBe(true)
  expect(isLongUnused({ created_at: recent }, now)).toBe(false)
  expect(isLongUnused({ created_at: old }, now)).toBe(true)
  expect(isLongUnused({}, now)).toBe(false)
})

it('makes an expiry urgent from a number of days on', () => {
  expect([isUrgentExpiry(7), isUrgentExpiry(8)]).toEqual([true, false])
  expect([isUrgentExpiry(3, 3), isUrgentExpiry(4, 3)]).toEqual([true, false])
})
