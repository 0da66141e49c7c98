import { gitlabDays } from '../../shared/rules/gitlab-days.ts'
import { canReadAll } from '../authentication.ts'
import { defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { date } from '../parameters.ts'

/** The last activity of all users who have signed in. Only callers who can read all users see private profiles. */
export const activities = defineHandler({
  parameters: { from: date(), ...pagingParameters },
  answer: (call) => {
    const from = call.values.from ?? gitlabDays.firstActivity.day(call.context.now().getTime())
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
