import type { Expiry } from '../../../shared/operations/expiries.ts'
import { utcDay, utcDayIn } from '../../../shared/rules/utc-days.ts'
import { t } from '../../platform/messages.ts'

interface CalendarAccount {
  /** As in `https://gitlab.example.com`. */
  baseUrl: string
  username: string
}

/** The last day after which the next one has a year of four digits too (section 3.3.4). */
const lastDay = Date.parse('9999-12-30')

/** How many days ahead a calendar reminds. */
const reminderDays = 7

/** A calendar of all-day events (RFC 5545). An item keeps its UID, so importing it again updates its event. */
export function expiryCalendar(
  items: readonly (Expiry & { owner: CalendarAccount })[],
  now: number,
): string {
  return toLines([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Latchkey//Latchkey//EN'],
    ['CALSCALE', 'GREGORIAN'],
    ...items.flatMap((item) => eventOf(item, now)),
    ['END', 'VCALENDAR'],
  ])
}

type Property = [name: string, value: string]

const titles = {
  'access-token': 'expiries.accessToken',
  token: 'expiries.token',
  ssh: 'expiries.sshKey',
  gpg: 'expiries.gpgKey',
} as const

function eventOf(
  { kind, id, name, at, owner }: Expiry & { owner: CalendarAccount },
  now: number,
): Property[] {
  const { baseUrl, username } = owner
  const host = baseUrl.replace(/^https?:\/\//, '')
  const summary = t(titles[kind], { name })
  // guard: calendar-years
  const start = Math.min(Date.parse(at), lastDay)
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', escapeText([kind, id ?? '', username].join('-') + `@${host}`)],
    ['DTSTAMP', stampOf(now)],
    ['DTSTART;VALUE=DATE', compact(utcDay(start))],
    ['DTEND;VALUE=DATE', compact(utcDayIn(1, start))],
    ['SUMMARY', escapeText(summary)],
    ['DESCRIPTION', escapeText(t('expiries.description', { username, host, at }))],
    ['TRANSP', 'TRANSPARENT'],
    ['BEGIN', 'VALARM'],
    ['ACTION', 'DISPLAY'],
    ['DESCRIPTION', escapeText(summary)],
    ['TRIGGER', `-P${reminderDays}D`],
    ['END', 'VALARM'],
    ['END', 'VEVENT'],
  ]
}

const compact = (day: string) => day.replaceAll('-', '')

/** A time in UTC, as in `20261231T235959Z`. */
function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')
}

/** Section 3.3.11. Other control characters aren't allowed in any value. */
function escapeText(text: string): string {
  const escaped = text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n?|\n/g, String.raw`\n`)
  // guard: calendar-controls
  return escaped.replaceAll(/\p{Cc}/gu, ' ')
}

function toLines(properties: readonly Property[]): string {
  return properties.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
}

/** The longest line in bytes, without its end (section 3.1). */
const longestLine = 75

/** Folds a long line between characters: a line that begins with a space continues the one before. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > longestLine) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}
