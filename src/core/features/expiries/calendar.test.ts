import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiryCalendar } from './calendar.ts'

const now = Date.parse('2026-11-30T14:30:00Z')
const owner = { baseUrl: 'https://gitlab.example.com', username: 'ada' }

const calendarOf = (name: string, rest: object = {}) =>
  expiryCalendar(
    [{ account: 'a', kind: 'token', id: 7, name, at: '2026-12-31', daysLeft: 31, owner, ...rest }],
    now,
  )

/** Unfolds lines as a reader does (RFC 5545, section 3.1). */
const unfold = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** The text of a value (section 3.3.11). */
const unescape = (value: string) =>
  value.replaceAll(/\\([\\;,nN])/g, (_, escaped: string) =>
    escaped.toLowerCase() === 'n' ? '\n' : escaped,
  )

const valueOf = (text: string, name: string) =>
  unfold(text)
    .find((line) => line.startsWith(`${name}:`))!
    .slice(name.length + 1)

describe('an expiry in a calendar', () => {
  it('is an all-day event with a reminder', () => {
    expect(calendarOf('deploy')).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Latchkey//Latchkey//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:token-7-ada@gitlab.example.com',
        'DTSTAMP:20261130T143000Z',
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270101',
        'SUMMARY:Token “deploy” expires',
        'DESCRIPTION:@ada on gitlab.example.com. Expires at 2026-12-31.',
        'TRANSP:TRANSPARENT',
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        'DESCRIPTION:Token “deploy” expires',
        'TRIGGER:-P7D',
        'END:VALARM',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  it('mentions Latchkey’s own token without its list entry’s name', () => {
    const text = calendarOf('Token for Latchkey', { kind: 'access-token', id: undefined })
    expect(valueOf(text, 'SUMMARY')).toBe('Latchkey’s token expires')
  })

  it('keeps its UID when its name and date change', () => {
    const uid = valueOf(calendarOf('old'), 'UID')
    expect(valueOf(calendarOf('new', { at: '2027-12-31T10:00:00Z' }), 'UID')).toBe(uid)
    expect(valueOf(calendarOf('old', { kind: 'ssh' }), 'UID')).not.toBe(uid)
  })

  it('is the day in UTC of a time', () => {
    const text = calendarOf('key', { kind: 'gpg', at: '2026-12-31T23:30:00.000Z' })
    expect(text).toContain('DTSTART;VALUE=DATE:20261231\r\n')
  })

  it('can’t add a property by its name', () => {
    for (const lineBreak of ['\r\n', '\n', '\r', '\u0085', '\u000B']) {
      const text = calendarOf(`x${lineBreak}ATTACH:http://evil.example/${lineBreak}`)
      expect(unfold(text).filter((line) => line.startsWith('ATTACH'))).toEqual([])
      expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
    }
  })

  it.each(['9999-12-31', '9999-12-31T23:59:59-12:00'])(
    'can’t make the calendar unreadable by a year of five digits: %s',
    (at) => {
      const dates = calendarOf('deploy', { at }).match(/^DT(START|END).*$/gm)
      expect(dates).toEqual(['DTSTART;VALUE=DATE:99991230', 'DTEND;VALUE=DATE:99991231'])
    },
  )

  it('is read back from lines of at most 75 bytes, whatever its name', () => {
    const character = fc.oneof(
      fc.constantFrom('\\', ';', ',', '\n', ':', '"', ' ', 'ä', '日', '🌴', '👩‍💻'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    )
    const names = fc.array(character, { maxLength: 200 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(names, (name) => {
        const text = calendarOf(name)
        const bytes = text.split('\r\n').map((line) => Buffer.byteLength(line))
        expect(Math.max(...bytes)).toBeLessThanOrEqual(75)
        const summary = unescape(valueOf(text, 'SUMMARY'))
        const plain = name.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Cc}/gu, ' ')
        expect(summary).toBe(`Token “${plain}” expires`)
      }),
    )
  })
})
