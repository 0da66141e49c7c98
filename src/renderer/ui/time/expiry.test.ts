import { expect, it } from 'vitest'
import { byUrgency, expiryState } from './expiry.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

it('describes how soon a key expires', () => {
  const tag = (end: string | null) => expiryState(end, now)?.tag
  expect(expiryState(null, now)).toBeUndefined()
  expect(expiryState('nonsense', now)).toBeUndefined()
  expect(tag('2026-03-01T12:00:00Z')).toBe('Expired')
  expect(tag('2026-03-02')).toBe('Expires within a day')
  expect(tag('2026-03-02T12:00:01Z')).toBe('Expires in 1 day')
  expect(tag('2026-03-03')).toBe('Expires in 2 days')
  for (const end of ['2026-03-08', '2026-03-08T23:59:59Z']) {
    expect(expiryState(end, now)).toMatchObject({ state: 'urgent', tag: 'Expires in 7 days' })
  }
  expect(expiryState('2026-03-09', now)).toMatchObject({
    state: 'soon',
    tag: 'Expires in 8 days',
  })
  expect(expiryState('2026-03-31T23:59:59Z', now)?.state).toBe('soon')
  expect(expiryState('2026-04-01', now)).toEqual({
    at: Date.parse('2026-04-01'),
    state: 'later',
  })
})

it('moves items that expire soon to the top, and keeps the order of the others', () => {
  const ends = [null, '2027-01-01', '2026-03-20', '2020-01-01', '2026-03-03', null]
  expect(byUrgency(ends, (end) => end, now)).toEqual([
    '2020-01-01',
    '2026-03-03',
    '2026-03-20',
    null,
    '2027-01-01',
    null,
  ])
})
