import type { Guard } from './guard.ts'

/** Guards of statuses from a calendar, whose address is the only one that the page may give. */
export const calendarGuards: readonly Guard[] = [
  {
    id: 'calendar-title',
    replacement: "const isShown = hasTitles && title !== ''",
    test: 'src/shared/rules/calendar-spans.test.ts',
    title: 'has titles only if asked for, and never private ones',
  },
]
