/** How times are written; left out, both follow the machine. Tests name them. */
export interface Place {
  locale?: string
  timeZone?: string
}

/** A moment in local time, as short as it stays clear: "today, 14:35", "tomorrow, 09:00", "Mon 24 Nov, 14:35". */
export function momentWords(at: number, now: number, place: Place = {}): string {
  const time = write(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, place)
  return `${dayWords(at, now, place)}, ${time}`
}

/** The short name of the local zone at a moment, for example "CET" or "GMT+2". */
export function zoneName(at: number, { locale, timeZone }: Place = {}): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(
    at,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

/** The local zone as people look it up, for example "Europe/Berlin". */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A full date with time and zone, as profiles show it. */
export function fullMoment(at: number, { locale, timeZone }: Place = {}): string {
  return write(
    at,
    {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    },
    { locale, timeZone },
  )
}

/** A calendar day `YYYY-MM-DD`; it belongs to no zone, so none moves it. */
export function fullDay(day: string, locale?: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return day
  return write(at, { year: 'numeric', month: 'long', day: 'numeric' }, { locale, timeZone: 'UTC' })
}

function dayWords(at: number, now: number, place: Place): string {
  const [year, day] = dayNumber(at, place)
  const [thisYear, today] = dayNumber(now, place)
  if (day === today) return 'today'
  if (day === today + 1) return 'tomorrow'
  if (day === today - 1) return 'yesterday'
  return write(
    at,
    {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(year === thisYear ? {} : { year: 'numeric' }),
    },
    place,
  )
}

/** The local calendar day as a count, so that neighbours differ by one whatever the clocks do. */
function dayNumber(at: number, { timeZone }: Place): [year: number, day: number] {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  return [Number(parts.slice(0, 4)), Date.parse(`${parts}T00:00:00Z`) / 86_400_000]
}

function write(at: number, options: Intl.DateTimeFormatOptions, place: Place): string {
  return new Intl.DateTimeFormat(place.locale, { timeZone: place.timeZone, ...options }).format(at)
}
