/** The properties of a calendar's component that matter, as lines by name. A name may occur several times. */
type Component = Map<string, string[]>

/** An event and its exceptions. */
export type CalendarEvent = readonly Component[]

/** A calendar's text in parts that can be read one by one, so that one that can't be read doesn't affect others. */
export interface SplitCalendar {
  /** How many events it has. */
  count: number
  /** How many don't end. */
  incomplete: number
  /** The events that may occur in the requested time. */
  events: CalendarEvent[]
  /** The lines of time zones by their IDs. */
  zones: ReadonlyMap<string, readonly string[]>
}

/** Others, such as descriptions and attachments, aren't read at all. */
const eventProperties = new Set([
  ...['UID', 'DTSTART', 'DTEND', 'DURATION', 'RRULE', 'EXDATE', 'RECURRENCE-ID', 'SEQUENCE'],
  ...['STATUS', 'TRANSP', 'CLASS', 'SUMMARY', 'ATTENDEE', 'X-MICROSOFT-CDO-BUSYSTATUS'],
])
const zoneProperties = new Set([
  ...['BEGIN', 'END', 'TZID', 'DTSTART', 'RRULE', 'TZOFFSETFROM', 'TZOFFSETTO', 'TZNAME'],
])

/** Splits a calendar, and leaves out events that are over or too far ahead. Undefined if it isn't a calendar. */
export function splitCalendar(
  text: string,
  range: { from: number; to: number },
): SplitCalendar | undefined {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 1000))) return undefined
  const { events, zones, incomplete } = readComponents(text)
  const series = groupByUid(events)
  const days = { from: dayOf(range.from - marginMs), to: dayOf(range.to + marginMs) }
  return {
    count: series.length,
    incomplete,
    events: series.filter((event) => mayOccur(event, days)),
    zones,
  }
}

/** The text of a calendar with one event, and the time zones that it uses. */
export function toCalendar(event: CalendarEvent, zones: SplitCalendar['zones']): string {
  const lines = event.flatMap((part) => [
    'BEGIN:VEVENT',
    ...[...part.values()].flat(),
    'END:VEVENT',
  ])
  const ids = new Set(lines.flatMap((line) => zoneOf(line) ?? []))
  const zoneLines = [...ids].flatMap((id) => zones.get(id) ?? [])
  return ['BEGIN:VCALENDAR', ...zoneLines, ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

function readComponents(text: string) {
  const events: Component[] = []
  const zones = new Map<string, string[]>()
  let event: Component | undefined
  let zone: string[] | undefined
  /** How deep the line is in other components of an event, such as alarms. */
  let depth = 0
  let incomplete = 0
  for (const line of unfoldedLines(text)) {
    const name = nameOf(line)
    if (name !== 'BEGIN' && name !== 'END') {
      if (event && depth === 0 && eventProperties.has(name)) add(event, name, line)
      if (zone && zoneProperties.has(name)) zone.push(line)
      continue
    }
    const isBegin = name === 'BEGIN'
    const component = line
      .slice(name.length + 1)
      .trim()
      .toUpperCase()
    if (component === 'VEVENT') {
      if (event && isBegin) incomplete += 1
      else if (event) events.push(event)
      event = isBegin ? new Map() : undefined
      depth = 0
    } else if (event) {
      depth += isBegin ? 1 : -1
    } else if (component === 'VTIMEZONE') {
      if (zone && !isBegin) zones.set(idOf(zone), [...zone, line])
      zone = isBegin ? [line] : undefined
    } else zone?.push(line)
  }
  return { events, zones, incomplete: incomplete + (event ? 1 : 0) }
}

/** A line may continue on the next ones (RFC 5545, section 3.1). */
function unfoldedLines(text: string): string[] {
  return text.replace(/\r?\n[\t ]/g, '').split(/\r\n|\n|\r/)
}

function add(component: Component, name: string, line: string): void {
  const lines = component.get(name)
  if (lines) lines.push(line)
  else component.set(name, [line])
}

/** Groups the exceptions of an event with it. If it is missing, each is an event of its own. */
function groupByUid(events: readonly Component[]): CalendarEvent[] {
  const groups = new Map<string, Component[]>()
  events.forEach((event, index) => {
    const uid = valueOf(event, 'UID') ?? `${index}`
    const group = groups.get(uid)
    if (group) group.push(event)
    else groups.set(uid, [event])
  })
  return [...groups.values()].flatMap((group): CalendarEvent[] => {
    if (group.some((event) => event.has('RRULE'))) return [group]
    for (const event of group) event.delete('RECURRENCE-ID')
    return group.map((event) => [event])
  })
}

/** How far (ms) a day in another time zone may be from the local one. */
const marginMs = 2 * 24 * 3_600_000

/** Decides by dates alone, which is a hundred times as fast as reading the event. */
function mayOccur(event: CalendarEvent, { from, to }: { from: string; to: string }): boolean {
  const [first, ...exceptions] = event
  if (!first || exceptions.length > 0) return true
  const start = valueOf(first, 'DTSTART') ?? ''
  // Read anyway, so that it counts as unreadable.
  if (!/^\d{8}/.test(start)) return true
  if (start.slice(0, 8) > to) return false
  const rule = valueOf(first, 'RRULE')
  if (rule !== undefined) return (/UNTIL=(\d{8})/i.exec(rule)?.[1] ?? to) >= from
  if (first.has('DURATION')) return true
  return (valueOf(first, 'DTEND') ?? start).slice(0, 8) >= from
}

/** A day as in a calendar: `YYYYMMDD`. */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10).replaceAll('-', '')
}

function nameOf(line: string): string {
  const end = line.search(/[:;]/)
  return end > 0 && end < 64 ? line.slice(0, end).toUpperCase() : ''
}

function valueOf(component: Component, name: string): string | undefined {
  const line = component.get(name)?.[0]
  return line === undefined ? undefined : propertyValue(line, name)
}

/** Parameters with a colon are quoted. */
function propertyValue(line: string, name: string): string {
  return line.slice(name.length).replace(/^(?:;[\w-]+=(?:"[^"]*"|[^":;]*))*:/, '')
}

function zoneOf(line: string): string | undefined {
  const [, quoted, plain] = /^[\w-]+[^:"]*;TZID=(?:"([^"]*)"|([^:;]*))/i.exec(line) ?? []
  return quoted ?? plain
}

function idOf(zone: readonly string[]): string {
  const line = zone.find((one) => nameOf(one) === 'TZID')
  return line === undefined ? '' : propertyValue(line, 'TZID').replaceAll('"', '')
}
