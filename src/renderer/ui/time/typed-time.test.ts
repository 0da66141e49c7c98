import { describe, expect, it } from 'vitest'
import { parseDay, parseLocalMoment, parseTime } from './typed-time.ts'

const today = '2026-11-27' // a Friday

describe(parseDay, () => {
  it.each([
    ['2026-12-31', '2026-12-31'],
    [' Today ', '2026-11-27'],
    ['tomorrow', '2026-11-28'],
    ['yesterday', '2026-11-26'],
    ['saturday', '2026-11-28'],
    ['Fri', '2026-12-04'],
    ['mon', '2026-11-30'],
    ['+7d', '2026-12-04'],
    ['-2w', '2026-11-13'],
    ['+ 7', undefined],
    ['2026-02-30', undefined],
    ['0020-01-01', undefined],
    ['12/31/2026', undefined],
    ['', undefined],
  ])('parses %j as %s', (text, day) => expect(parseDay(text, today)).toBe(day))
})

describe(parseTime, () => {
  it.each([
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['12:00 PM', '12:00'],
    ['5\u202Fpm', '17:00'],
    ['17 Uhr', '17:00'],
    ['25:00', undefined],
    ['', undefined],
  ])('parses %j as %s', (text, time) => expect(parseTime(text)).toBe(time))
})

describe(parseLocalMoment, () => {
  it.each([
    ['2099-01-01T09:00', '2099-01-01T09:00'],
    ['2099-01-01 09:00', '2099-01-01T09:00'],
    ['tomorrow, 5 pm', '2026-11-28T17:00'],
    ['+7d', '2026-12-04T08:15'],
    ['17:00', '2026-11-27T17:00'],
    ['tomorrow 25:00', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('parses %j as %s', (text, moment) =>
    expect(parseLocalMoment(text, today, '08:15')).toBe(moment),
  )
})
