// Small calendars in the way in which each service writes them.

/** A calendar's text with these lines. */
export function calendarText(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

let count = 0

/** The lines of an event; `UID` and `SUMMARY` have defaults. */
export function eventLines(...lines: string[]): string[] {
  const has = (name: string) => lines.some((line) => line.startsWith(name))
  return [
    'BEGIN:VEVENT',
    ...(has('UID') ? [] : [`UID:event-${(count += 1)}@example.com`]),
    ...(has('SUMMARY') ? [] : ['SUMMARY:Planning']),
    ...lines,
    'END:VEVENT',
  ]
}

const berlinZone = [
  ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'X-LIC-LOCATION:Europe/Berlin'],
  ...['BEGIN:DAYLIGHT', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'TZNAME:CEST'],
  ...['DTSTART:19700329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
  ...['BEGIN:STANDARD', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'TZNAME:CET'],
  ...['DTSTART:19701025T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD'],
  'END:VTIMEZONE',
]

/** Every Monday at 10:00, except on the 7th, and at 14:00 on the 14th; a declined and a canceled event; a day off. */
export const google = calendarText(
  'PRODID:-//Google Inc//Google Calendar 70.9054//EN',
  'CALSCALE:GREGORIAN',
  'METHOD:PUBLISH',
  'X-WR-CALNAME:ines@example.com',
  'X-WR-TIMEZONE:Europe/Berlin',
  ...berlinZone,
  ...eventLines(
    'DTSTART;TZID=Europe/Berlin:20261102T100000',
    'DTEND;TZID=Europe/Berlin:20261102T110000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO',
    'EXDATE;TZID=Europe/Berlin:20261207T100000',
    'DTSTAMP:20261101T080000Z',
    'UID:weekly@google.com',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Ines;X-',
    ' NUM-GUESTS=0:mailto:ines@example.com',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
  ),
  ...eventLines(
    'DTSTART;TZID=Europe/Berlin:20261214T140000',
    'DTEND;TZID=Europe/Berlin:20261214T150000',
    'UID:weekly@google.com',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261214T100000',
    'SEQUENCE:1',
    'STATUS:CONFIRMED',
  ),
  ...eventLines(
    'DTSTART:20261214T160000Z',
    'DTEND:20261214T170000Z',
    'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN=Ines;X-',
    ' NUM-GUESTS=0:mailto:Ines@Example.com',
    'ATTENDEE;PARTSTAT=ACCEPTED;CN=Max:mailto:max@example.com',
  ),
  ...eventLines('DTSTART:20261214T180000Z', 'DTEND:20261214T190000Z', 'STATUS:CANCELLED'),
  ...eventLines('DTSTART;VALUE=DATE:20261215', 'DTEND;VALUE=DATE:20261216', 'SUMMARY:Urlaub'),
)

/** Outlook's names of time zones, without their definitions, and how it marks free time and absences. */
export const outlook = calendarText(
  'METHOD:PUBLISH',
  'PRODID:Microsoft Exchange Server 2010',
  'X-WR-CALNAME:Calendar',
  ...eventLines(
    'RRULE:FREQ=WEEKLY;UNTIL=20261231T090000Z;INTERVAL=1;BYDAY=TU;WKST=MO',
    'EXDATE;TZID=W. Europe Standard Time:20261208T100000',
    'UID:040000008200E00074C5B7101A82E008',
    'DTSTART;TZID=W. Europe Standard Time:20261103T100000',
    'DTEND;TZID=W. Europe Standard Time:20261103T113000',
    'CLASS:PRIVATE',
    'SUMMARY:Salary',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
  ),
  ...eventLines(
    'DTSTART;TZID="Eastern Standard Time":20261215T090000',
    'DTEND;TZID="Eastern Standard Time":20261215T100000',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
  ),
  ...['FREE', 'WORKINGELSEWHERE'].flatMap((busy) =>
    eventLines(
      'DTSTART;TZID=W. Europe Standard Time:20261215T180000',
      'DTEND;TZID=W. Europe Standard Time:20261215T190000',
      `X-MICROSOFT-CDO-BUSYSTATUS:${busy}`,
    ),
  ),
  ...eventLines(
    'RRULE:FREQ=WEEKLY;UNTIL=20261219T230000Z;BYDAY=TH',
    'DTSTART;VALUE=DATE:20261203',
    'DTEND;VALUE=DATE:20261204',
    'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
  ),
)

/** A duration in place of an end, two exceptions in one line, and an alarm. */
export const nextcloud = calendarText(
  'CALSCALE:GREGORIAN',
  'PRODID:-//IDN nextcloud.com//Calendar app 5.0//EN',
  ...eventLines(
    'CREATED:20261101T080000Z',
    'DTSTART;TZID=Europe/Berlin:20261201T090000',
    'DURATION:PT45M',
    'RRULE:FREQ=DAILY;COUNT=30',
    'EXDATE;TZID=Europe/Berlin:20261214T090000,20261215T090000',
    'SUMMARY:Fokuszeit',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER;RELATED=START:-PT5M',
    'SUMMARY:Alarm',
    'END:VALARM',
  ),
  ...berlinZone,
)

/** A folded line with a parameter, and only an exception of an event. */
export const fastmail = calendarText(
  'PRODID:-//CyrusIMAP.org/Cyrus 3.9//EN',
  ...eventLines(
    'DTSTART;TZID=America/New_York:20261214T093000',
    'DTEND;TZID=America/New_York:20261214T100000',
    'SUMMARY;LANGUAGE=en:A very long title that does not fit into a line of seven',
    ' ty-five characters',
    'RECURRENCE-ID;TZID=America/New_York:20261214T090000',
  ),
  ...eventLines('DTSTART:20261214T230000', 'DTEND:20261214T233000', 'TRANSP:TRANSPARENT'),
)

/** Attendees with addresses of Apple's own, and a zone with three quarters of an hour. */
export const apple = calendarText(
  'CALSCALE:GREGORIAN',
  'PRODID:-//Apple Inc.//macOS 26.0//EN',
  ...['BEGIN:VTIMEZONE', 'TZID:Pacific/Chatham', 'BEGIN:DAYLIGHT', 'TZOFFSETFROM:+1245'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU', 'DTSTART:20070930T024500', 'TZNAME:GMT+13:45'],
  ...['TZOFFSETTO:+1345', 'END:DAYLIGHT', 'BEGIN:STANDARD', 'TZOFFSETFROM:+1345'],
  ...['RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU', 'DTSTART:20080406T034500', 'TZNAME:GMT+12:45'],
  ...['TZOFFSETTO:+1245', 'END:STANDARD', 'END:VTIMEZONE'],
  ...eventLines(
    'DTSTART;TZID=Pacific/Chatham:20261215T080000',
    'DTEND;TZID=Pacific/Chatham:20261215T084500',
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  ),
  ...eventLines(
    'DTSTART;TZID=Pacific/Chatham:20261215T100000',
    'DTEND;TZID=Pacific/Chatham:20261215T104500',
    'ATTENDEE;CN="Ines, O.";CUTYPE=INDIVIDUAL;EMAIL="ines@example.com";PARTSTAT=DECLINED:/aMTA/principal/',
  ),
)
