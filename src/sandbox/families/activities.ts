import { canReadAll } from '../authentication.ts'
import { formatDate } from '../clock.ts'
import { defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { date } from '../parameters.ts'

/** The last activity of all users who have signed in. Only callers who can read all users see private profiles. */
export const activities = defineHandler({
  parameters: { from: date(), ...pagingParameters },
  answer: (call) => {
    const from = call.values.from ?? formatDate(sixMonthsBefore(call.context.now()))
    const showsPrivate = canReadAll(call.context, call.caller)
    return offsetPage<{ username: string; last_activity_on: string }>(call, {
      columns: 'username, last_activity_on',
      from: 'FROM users WHERE last_activity_on >= ? AND private_profile <= ?',
      values: [from, showsPrivate ? 1 : 0],
      orderBy: 'last_activity_on, id',
      view: ({ username, last_activity_on }) => ({
        username,
        last_activity_on,
        last_activity_at: last_activity_on,
      }),
    })
  },
})

/** Clamps to the last day if the month is shorter. */
function sixMonthsBefore(moment: Date): Date {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - 6]
  const lastDayOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(moment.getUTCDate(), lastDayOfMonth)))
}
