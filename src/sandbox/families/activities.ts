import { readsAll } from '../authentication.ts'
import { dateText } from '../clock.ts'
import { countActivities, listActivities } from '../database/activities.ts'
import { handler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { date } from '../parameters.ts'

/** Who was here when, for everybody who signed in; private profiles are for those who read all. */
export const activities = handler({
  parameters: { from: date(), ...pagingParameters },
  answer: (call) => {
    const { db, now } = call.context
    const from = call.values.from ?? dateText(halfAYearBefore(now()))
    const all = readsAll(call.context, call.caller)
    return offsetPage(call, {
      count: () => countActivities(db, from, all),
      rows: (limit, offset) => listActivities(db, from, all, limit, offset),
      view: ({ username, last_activity_on }) => ({
        username,
        last_activity_on,
        last_activity_at: last_activity_on,
      }),
    })
  },
})

/** In a month that is too short for the day, its last day. */
function halfAYearBefore(moment: Date): Date {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth() - 6]
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(moment.getUTCDate(), lastOfMonth)))
}
