import type { Guard } from './guard.ts'

const calendar = 'src/core/features/status/calendar/calendar.exploit.test.ts'

/** Guards of statuses from a calendar, whose address is the only one that the page may give. */
export const calendarGuards: readonly Guard[] = [
  {
    id: 'calendar-https',
    replacement: 'if (!url) return undefined',
    test: calendar,
    title: 'isn’t fetched unless it is https without a password',
  },
  {
    id: 'calendar-asked',
    test: calendar,
    title: 'isn’t fetched before the user has confirmed its host',
  },
  { id: 'calendar-a-minute', test: calendar, title: 'is fetched at most once a minute' },
  {
    id: 'calendar-headers',
    replacement: `headers: { authorization: 'Bearer token' }`,
    test: calendar,
    title: 'is fetched without a token, a cookie, and the user’s identity',
  },
  {
    id: 'calendar-credentials',
    replacement: "credentials: 'include'",
    test: calendar,
    title: 'is fetched without a token, a cookie, and the user’s identity',
  },
  {
    id: 'calendar-redirect',
    replacement: 'return target?.href',
    test: calendar,
    title: 'isn’t followed to another port',
  },
  {
    id: 'calendar-bytes',
    replacement: 'export const calendarLimits = { timeMs: 20_000, bytes: 10 * calendarBytes }',
    test: calendar,
    title: 'reveals nothing to the page but a fixed problem if it sends more than 10 MiB',
  },
  {
    id: 'calendar-signed-out',
    test: calendar,
    title: 'is deleted from the keychain by signing out',
  },
  {
    id: 'calendar-keychain',
    replacement: 'if (!isAbsent) throw error',
    test: calendar,
    title: 'is refused if a company’s policy needs a keychain and there is none',
  },
  {
    id: 'calendar-path',
    replacement: 'return true',
    test: calendar,
    title: 'isn’t on another computer',
  },
  {
    id: 'calendar-ending',
    replacement: 'if (!stats.isDirectory()) return [toListed(path, stats)]',
    test: calendar,
    title: 'isn’t that of another file',
  },
  {
    id: 'calendar-computer',
    test: calendar,
    title: 'isn’t read if a company’s policy forbids reading this computer',
  },
  {
    id: 'calendar-title',
    replacement: "const isShown = hasTitles && title !== ''",
    test: 'src/shared/rules/calendar-spans.test.ts',
    title: 'has titles only if asked for, and never private ones',
  },
  {
    id: 'calendar-title-length',
    replacement: 'title: textOf(summary).trim()',
    test: calendar,
    title: 'isn’t repeated for each time of its event if it has megabytes',
  },
  {
    id: 'calendar-private-series',
    replacement: 'return occurrence',
    test: calendar,
    title: 'stays private in an exception of a private event',
  },
  {
    id: 'calendar-any-class',
    replacement: "return !['', 'PUBLIC'].includes(textOf(classes).trim().toUpperCase())",
    test: calendar,
    title: 'is private if any of several classes is',
  },
]
