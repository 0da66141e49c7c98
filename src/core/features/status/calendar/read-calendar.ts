// Runs in the worker, because a calendar comes from outside and may take long to read.
import {
  type Attendee,
  type EventInstance,
  type VEvent,
  expandRecurringEvent,
  sync,
} from 'node-ical'
import {
  type CalendarOccurrence,
  type CalendarSpan,
  calendarSpans,
} from '../../../../shared/rules/calendar-spans.ts'
import { attempt } from '../../../platform/ignore-errors.ts'
import { splitCalendar, toCalendar } from './split-calendar.ts'

/** A calendar to read, and the time in which its occurrences matter (ms since 1970). */
export interface CalendarRequest {
  /** The contents of its files. */
  texts: readonly string[]
  from: number
  to: number
  /** The owner's email addresses in lower case. */
  own: readonly string[]
  hasTitles: boolean
}

export interface ReadCalendar {
  events: number
  /** How many events, or files of a folder, can't be read. */
  skipped: number
  spans: CalendarSpan[]
}

/** More than anybody has in the time of a request. */
const maxSpans = 500
/** How much (characters) of a title is read. Each occurrence has a copy. */
const maxTitle = 1000

/** Reads a calendar; undefined if no text is one. */
export function readCalendar(request: CalendarRequest): ReadCalendar | undefined {
  const calendars = request.texts.flatMap((text) => splitCalendar(text, request) ?? [])
  if (calendars.length === 0) return undefined
  const occurrences: CalendarOccurrence[] = []
  let [events, skipped] = [0, request.texts.length - calendars.length]
  for (const calendar of calendars) {
    events += calendar.count
    skipped += calendar.incomplete
    for (const event of calendar.events) {
      const read = attempt(() => readEvent(toCalendar(event, calendar.zones), request))
      if (read) for (const occurrence of read) occurrences.push(occurrence)
      else skipped += 1
    }
  }
  return { events, skipped, spans: calendarSpans(occurrences, request).slice(0, maxSpans) }
}

/** The occurrences of one event and its exceptions. Throws if it can't be read. */
function readEvent(text: string, { from, to, own }: CalendarRequest): CalendarOccurrence[] {
  const event = Object.values(sync.parseICS(text)).find((part) => part?.type === 'VEVENT') as VEvent
  if (Number.isNaN(event.start.getTime())) throw new Error('An event has no start.')
  const range = { from: new Date(from), to: new Date(to), expandOngoing: true }
  const isPrivateSeries = isPrivate(event)
  return expandRecurringEvent(event, range).map((instance) => {
    const occurrence = toOccurrence(instance, own)
    // guard: calendar-private-series
    return isPrivateSeries ? { ...occurrence, isPrivate: true } : occurrence
  })
}

/** Whether any of its classes isn't public. */
function isPrivate({ class: classes }: VEvent): boolean {
  // guard: calendar-any-class
  return [classes].flat().some((one) => !['', 'PUBLIC'].includes(textOf(one).trim().toUpperCase()))
}

function toOccurrence(
  { start, end, isFullDay, summary, event }: EventInstance,
  own: readonly string[],
): CalendarOccurrence {
  const busy = textOf(event['MICROSOFT-CDO-BUSYSTATUS']).toUpperCase()
  return {
    from: start.getTime(),
    to: end.getTime(),
    isAllDay: isFullDay,
    // guard: calendar-title-length
    title: textOf(summary).trim().slice(0, maxTitle),
    isPrivate: isPrivate(event),
    isDeclined: attendeesOf(event).some((attendee) => isOwnRefusal(attendee, own)),
    isFree:
      textOf(event.transparency).toUpperCase() === 'TRANSPARENT' ||
      ['FREE', 'WORKINGELSEWHERE'].includes(busy),
    isCanceled: textOf(event.status).toUpperCase() === 'CANCELLED',
    isOutOfOffice: busy === 'OOF',
  }
}

function attendeesOf({ attendee = [] }: VEvent): Attendee[] {
  return Array.isArray(attendee) ? attendee : [attendee]
}

function isOwnRefusal(attendee: Attendee, own: readonly string[]): boolean {
  if (typeof attendee === 'string' || attendee.params.PARTSTAT !== 'DECLINED') return false
  // Apple's server has its own addresses for users, and their email in a parameter.
  const addresses = [attendee.val.replace(/^mailto:/i, ''), String(attendee.params.EMAIL ?? '')]
  return addresses.some((address) => own.includes(address.toLowerCase()))
}

/** A property's text. If it occurs several times, the first one counts. */
function textOf(property: unknown): string {
  if (Array.isArray(property)) return textOf(property[0])
  if (typeof property === 'object' && property && 'val' in property) return String(property.val)
  return property === undefined ? '' : String(property)
}
