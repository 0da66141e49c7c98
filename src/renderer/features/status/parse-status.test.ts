import { beforeAll, expect, it } from 'vitest'
import { loadMessages } from '../../ui/messages.ts'
import { parseStatus } from './parse-status.ts'

beforeAll(loadMessages)

const plain = { message: '', emoji: '', busy: false, clear: 'never', isRounded: false }

it.each([
  ['in a meeting 30m', { message: 'in a meeting', clear: '30_minutes' }],
  ['in a meeting for 3h', { message: 'in a meeting', clear: '3_hours' }],
  ['lunch busy 30m', { message: 'lunch', busy: true, clear: '30_minutes' }],
  ['lunch 8h busy', { message: 'lunch', busy: true, clear: '8_hours' }],
  [':pizza: lunch 1d', { message: 'lunch', emoji: 'pizza', clear: '1_day' }],
  ['lunch :pizza: 7d', { message: 'lunch', emoji: 'pizza', clear: '7_days' }],
  ['out 45m', { message: 'out', clear: '30_minutes', isRounded: true }],
  ['out 2d', { message: 'out', clear: '1_day', isRounded: true }],
  ['away 90d', { message: 'away', clear: '30_days', isRounded: true }],
  ['busy', { busy: true }],
  ['30m', { clear: '30_minutes' }],
  ['room 12b', { message: 'room 12b' }],
  ['reading 30m of news', { message: 'reading 30m of news' }],
  ['3h 30m', { message: '3h', clear: '30_minutes' }],
  ['', {}],
])('reads “%s”', (line, status) => {
  expect(parseStatus(line)).toEqual({ ...plain, ...status })
})
