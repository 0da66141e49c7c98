import { z } from 'zod'
import { calendarAddressLimit } from '../rules/limits.ts'
import { FolderPath } from './identities.ts'
import { accountOperation } from './operation.ts'
import { StatusMoment } from './own-status.ts'
import { PlannedStatus } from './status-times.ts'

/** Why a calendar couldn't be read the last time. `secret`: the keychain doesn't have its address. */
export const calendarFileProblems = ['unreachable', 'unreadable', 'secret'] as const

/** Why a calendar isn't added: all that the page ever learns about an address. */
export const calendarProblems = ['invalid', 'unreachable', 'unreadable', 'too-soon'] as const
export type CalendarProblem = (typeof calendarProblems)[number]

const Calendar = z.object({
  /** Whether it has an address, or is a file or folder of this computer. */
  isLocal: z.boolean(),
  events: z.number(),
  /** How many events can't be read. */
  skipped: z.number(),
  readAt: StatusMoment,
  problem: z.enum(calendarFileProblems).optional(),
  isOn: z.boolean(),
  /** Whether titles of events are shown as the status. */
  hasTitles: z.boolean(),
  /** Whether it replaces a status set by hand, which is restored afterwards. */
  restores: z.boolean(),
  /** When statuses are set again. */
  pausedUntil: StatusMoment.optional(),
  /** What it sets in the next 24 hours if it is on. */
  preview: z.array(PlannedStatus),
})

/** An account's calendar; absent if it has none. */
export const CalendarState = z.lazy(() => z.object({ calendar: Calendar.optional() }))
export type CalendarState = z.output<typeof CalendarState>

/** `asked` is the host that the user has to confirm. */
const AddedCalendar = z.lazy(() =>
  z.union([
    z.strictObject({ problem: z.enum(calendarProblems) }),
    z.strictObject({ asked: z.string() }),
    z.strictObject({ calendar: Calendar }),
  ]),
)

const state = () => ({ input: z.strictObject({}), output: CalendarState })

/** A calendar from which an account's status is set. */
export const calendar = {
  get: accountOperation(state),
  /**
   * Adds a calendar, which is then off. This is the only operation that takes an address to fetch: once the user has
   * confirmed its host, and once a minute. The result says how many events there are, or which of four problems there is.
   */
  add: accountOperation(() => ({
    input: z.strictObject({
      address: z.string().max(calendarAddressLimit),
      isConfirmed: z.boolean().optional(),
    }),
    output: AddedCalendar,
  })),
  /** Adds an `.ics` file, or a folder with such files. */
  addLocal: accountOperation(() => ({
    input: z.strictObject({ path: FolderPath }),
    output: AddedCalendar,
  })),
  /** Reads the calendar again. */
  reload: accountOperation(state),
  update: accountOperation(() => ({
    input: z
      .strictObject({ isOn: z.boolean(), hasTitles: z.boolean(), restores: z.boolean() })
      .partial(),
    output: CalendarState,
  })),
  /** Sets no status from the calendar for the rest of the day, and ends the current one. */
  pause: accountOperation(state),
  resume: accountOperation(state),
  /** Removes the calendar, and its address from the keychain. */
  remove: accountOperation(state),
}
