import { describe, expect, it } from 'vitest'
import { parseFor, parseUntil } from './status-time.ts'

const minute = 60_000
const now = new Date('2026-11-30T14:30').getTime()
const until = (text: string) => {
  const milliseconds = parseUntil(text, now)
  return milliseconds === undefined ? undefined : milliseconds / minute
}

describe('a duration', () => {
  it.each([
    ['30m', 30],
    ['2h', 120],
    ['1h30m', 90],
    ['3d', 3 * 24 * 60],
  ])('is parsed from %s', (text, minutes) => expect(parseFor(text)).toBe(minutes * minute))

  it.each(['', '30', 'm', '-5m', '1.5h', '30 m', '30s', '999999m', '1m1m1m1m'])(
    'is not parsed from “%s”',
    (text) => expect(parseFor(text)).toBeUndefined(),
  )
})

describe('a local time', () => {
  it.each([
    ['15:00', 30],
    ['9:05', 18 * 60 + 35],
    ['14:30', 24 * 60],
    ['2026-11-30 16:30', 120],
    ['2026-12-01T14:30', 24 * 60],
    ['2026-11-29 14:30', -24 * 60],
  ])('is parsed from %s', (text, minutes) => expect(until(text)).toBe(minutes))

  it.each([
    '',
    '24:00',
    '15:60',
    '3pm',
    '15',
    '2026-13-01 10:00',
    '2027-02-29 10:00',
    '2026-11-30',
    '15:00Z',
  ])('is not parsed from “%s”', (text) => expect(until(text)).toBeUndefined())
})
