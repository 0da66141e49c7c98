import { expect, it } from 'vitest'
import { formatDuration } from './duration.ts'

it.each([
  [0, 'no time'],
  [1, '1 second'],
  [600, '10 minutes'],
  [3600, '1 hour'],
  [5400, '1 hour 30 minutes'],
  [90_061, '1 day 1 hour 1 minute 1 second'],
  [172_800, '2 days'],
])('formats %i seconds as %j', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
