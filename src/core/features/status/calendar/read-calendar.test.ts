import { afterEach, describe, expect, it, vi } from 'vitest'
import { type CalendarRequest, readCalendar } from './read-calendar.ts'
import {
  apple,
  calendarText,
  eventLines,
  fastmail,
  google,
  nextcloud,
  outlook,
} from './testing/calendars.ts'

const monday = '2026-12-14T00:00Z'

afterEach(() => vi.unstubAllEnvs())

function read(text: string, options: Partial<CalendarRequest> = {}) {
  const from = Date.parse(monday)
  const request = { texts: [text], from, to: from + 4 * 24 * 3_600_000, own: [], hasTitles: true }
  return readCalendar({ ...request, ...options })
}

/** The spans as text, in UTC. */
function spans(text: string, options: Partial<CalendarRequest> = {}): string[] {
  const minutes = (moment: number) => new Date(moment).toISOString().slice(0, 16)
  return read(text, options)!.spans.map(({ from, to, kind, title = '–' }) =>
    [minutes(from), minutes(to), kind, title].join(' '),
  )
}

const own = ['ines@example.com']

describe.each(['Europe/Berlin', 'America/New_York', 'Pacific/Chatham'])(
  'a computer in %s',
  (zone) => {
    it('reads the times of a calendar from Google', () => {
      vi.stubEnv('TZ', zone)
      // A vacation would hide it in some zones.
      expect(spans(google.replace('Urlaub', 'Birthday'), { own })).toEqual([
        '2026-12-14T13:00 2026-12-14T14:00 meeting Planning',
      ])
      expect(read(google)!).toMatchObject({ events: 4, skipped: 0 })
      const week = { from: Date.parse('2026-12-07T00:00Z'), to: Date.parse('2026-12-09T00:00Z') }
      expect(spans(google, week)).toEqual([])
      const later = { from: Date.parse('2026-12-21T00:00Z'), to: Date.parse('2026-12-22T00:00Z') }
      expect(spans(google, later)).toEqual(['2026-12-21T09:00 2026-12-21T10:00 meeting Planning'])
    })

    it('reads the times of a calendar from Outlook, even without definitions of its zones', () => {
      vi.stubEnv('TZ', zone)
      const timed = spans(outlook).filter((span) => span.startsWith('2026-12-15'))
      expect(timed).toEqual([
        '2026-12-15T09:00 2026-12-15T10:30 meeting –',
        '2026-12-15T14:00 2026-12-15T15:00 out-of-office Planning',
      ])
      const week = { from: Date.parse('2026-12-08T00:00Z'), to: Date.parse('2026-12-09T00:00Z') }
      expect(spans(outlook, week)).toEqual([])
    })

    it('reads the times of a calendar from Nextcloud', () => {
      vi.stubEnv('TZ', zone)
      expect(spans(nextcloud)).toEqual([
        '2026-12-16T08:00 2026-12-16T08:45 focus Fokuszeit',
        '2026-12-17T08:00 2026-12-17T08:45 focus Fokuszeit',
      ])
    })

    it('reads the times of a calendar from Fastmail', () => {
      vi.stubEnv('TZ', zone)
      expect(spans(fastmail)).toEqual([
        '2026-12-14T14:30 2026-12-14T15:00 meeting A very long title that does not fit into a line of seventy-five characters',
      ])
    })

    it('reads the times of a calendar from Apple', () => {
      vi.stubEnv('TZ', zone)
      expect(spans(apple, { own })).toEqual(['2026-12-14T18:15 2026-12-14T19:00 meeting Planning'])
    })

    it('starts whole days at its own midnight', () => {
      vi.stubEnv('TZ', zone)
      const day = (date: number) => new Date(2026, 11, date).getTime()
      const away = read(google)!.spans.find(({ kind }) => kind === 'out-of-office')
      expect(away).toMatchObject({ from: day(15), to: day(16) })
      const thursday = read(outlook)!.spans.find(({ from }) => from === day(17))
      expect(thursday).toMatchObject({ to: day(18), kind: 'out-of-office' })
      const after = { from: day(20), to: day(31) }
      expect(read(outlook, after)!.spans.filter(({ kind }) => kind !== 'meeting')).toEqual([])
    })
  },
)

describe('a declined event', () => {
  it('counts if another person declined it', () => {
    expect(spans(google, { own: ['max@example.com'] })).toContain(
      '2026-12-14T16:00 2026-12-14T17:00 meeting Planning',
    )
  })
})

describe('a weekly meeting at 10:00', () => {
  it.each([
    ['Europe/Berlin', '2026-10-25', ['08:00', '09:00']],
    ['Europe/Berlin', '2026-03-29', ['09:00', '08:00']],
    ['America/New_York', '2026-11-01', ['14:00', '15:00']],
    ['America/New_York', '2026-03-08', ['15:00', '14:00']],
    ['Pacific/Chatham', '2026-09-27', ['21:15', '20:15']],
    ['Pacific/Chatham', '2026-04-05', ['20:15', '21:15']],
  ])('stays at 10:00 in %s when clocks change on %s', (zone, date, times) => {
    const [start, before, after] = [-14, -7, 7].map((days) => {
      const day = new Date(Date.parse(date) + days * 24 * 3_600_000)
      return day.toISOString().slice(0, 10).replaceAll('-', '')
    })
    const text = calendarText(
      ...eventLines(
        `DTSTART;TZID=${zone}:${start}T100000`,
        `DTEND;TZID=${zone}:${start}T103000`,
        'RRULE:FREQ=WEEKLY',
      ),
    )
    const noon = (day: string) =>
      Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T00:00Z`)
    const starts = [before!, after!].map((day) => {
      const around = { from: noon(day) - 12 * 3_600_000, to: noon(day) + 36 * 3_600_000 }
      return spans(text, around).map((span) => span.slice(11, 16))
    })
    expect(starts).toEqual(times.map((time) => [time]))
  })
})

describe('readCalendar', () => {
  const good = eventLines('DTSTART:20261214T100000Z', 'DTEND:20261214T110000Z')
  const goodSpan = '2026-12-14T10:00 2026-12-14T11:00 meeting Planning'

  it.each([
    ['has no start', ['DTEND:20261214T110000Z']],
    ['starts twice', ['DTSTART:20261214T100000Z', 'DTSTART:20261214T100000Z']],
    ['has a start that is no date', ['DTSTART:tomorrow']],
    ['repeats every second', ['DTSTART:20261214T100000Z', 'RRULE:FREQ=SECONDLY']],
    ['repeats in an unknown way', ['DTSTART:20261214T100000Z', 'RRULE:FREQ=OFTEN']],
    ['repeats after no time', ['DTSTART:20261214T100000Z', 'RRULE:FREQ=DAILY;INTERVAL=0']],
  ])('counts an event that %s, and reads the others', (_, lines) => {
    const text = calendarText(...eventLines(...lines), ...good)
    expect(read(text)).toMatchObject({ events: 2, skipped: 1 })
    expect(spans(text)).toEqual([goodSpan])
  })

  it('counts an event that doesn’t end', () => {
    const text = calendarText('BEGIN:VEVENT', 'UID:cut', ...good, 'BEGIN:VEVENT', 'UID:off')
    expect(read(text)).toMatchObject({ events: 1, skipped: 2 })
    expect(spans(text)).toEqual([goodSpan])
  })

  it('reads impossible dates that never come as none', () => {
    const rule = 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31'
    const text = calendarText(...eventLines('DTSTART:20200101T100000Z', rule), ...good)
    expect(read(text)).toMatchObject({ events: 2, skipped: 0 })
    expect(spans(text)).toEqual([goodSpan])
  })

  it.each(['', 'hello', '<!doctype html>', 'BEGIN:VCARD\r\nEND:VCARD', '{"BEGIN:VCALENDAR":1}'])(
    'returns nothing for %j, which isn’t a calendar',
    (text) => expect(read(text)).toBeUndefined(),
  )

  it('reads a calendar with a byte order mark and plain line ends', () => {
    expect(spans(`\uFEFF${calendarText(...good).replaceAll('\r', '')}`)).toEqual([goodSpan])
  })

  it('joins the files of a folder, and counts those that aren’t calendars', () => {
    const texts = [calendarText(...good), '', google]
    expect(readCalendar({ texts, from: 0, to: 1, own, hasTitles: false })).toMatchObject({
      events: 5,
      skipped: 1,
    })
  })

  it('reads an event that began before, and one whose end has another zone', () => {
    const [long, flight] = [
      ['DTSTART:20261210T100000Z', 'DTEND:20261214T020000Z', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'],
      ['DTSTART;TZID=Europe/Berlin:20261214T100000', 'DTEND;TZID=America/New_York:20261214T080000'],
    ] as const
    expect(spans(calendarText(...eventLines(...long), ...eventLines(...flight)))).toEqual([
      '2026-12-10T10:00 2026-12-14T02:00 out-of-office Planning',
      '2026-12-14T09:00 2026-12-14T13:00 meeting Planning',
    ])
  })
})
