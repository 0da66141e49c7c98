import { expect, it } from 'vitest'
import { tokenExpiryTag } from './token-expiry.ts'

const now = Date.UTC(2026, 10, 1)
const tag = (expiresAt?: string) => tokenExpiryTag({ expiresAt, canRotate: true }, now)

it('tags a token two weeks before it expires', () => {
  expect(tag()).toBeUndefined()
  expect(tag('2026-11-16')).toBeUndefined()
  expect(tag('2026-11-10')).toEqual({ text: 'Token expires in 9 days', tone: 'warning' })
  expect(tag('2026-11-04')).toEqual({ text: 'Token expires in 3 days', tone: 'warning' })
  expect(tag('2026-11-01')).toEqual({ text: 'Token expired', tone: 'danger' })
  expect(tokenExpiryTag(undefined, now)).toBeUndefined()
})
