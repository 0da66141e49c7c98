import { expect, it } from 'vitest'
import { fullDay } from '../../ui/time/moments.ts'
import { viewWarning, viewAsActivityMessage } from './view-as-messages.ts'

const user = {
  id: 7,
  username: 'kim',
  name: 'Kim',
  state: 'active',
  web_url: 'https://gitlab.example/kim',
  last_activity_on: '2025-03-03' as string | null | undefined,
}
const moderator = { id: 1, now: Date.parse('2026-11-22T09:00:00Z') }
const viewed = { before: '2025-03-03', first: '2026-11-20', last: '2026-11-22' }
const warning = (changes: object, ...more: [typeof viewed?]) =>
  viewWarning({ ...user, ...changes }, more[0], moderator)

it('warns that the last activity changes and what that means for a dormant user', () => {
  const text = warning({})
  expect(text).toMatch(/^GitLab counts viewing as @kim as their activity today: /)
  expect(text).toContain(` from ${fullDay('2025-03-03')} to today.`)
  expect(text).toMatch(/ refuse to deactivate them for 90 days\.$/)
  expect(warning({ last_activity_on: null })).toContain('changes from never to today.')
})

it('doesn’t mention deactivation if it isn’t possible anyway', () => {
  for (const changes of [{ state: 'blocked' }, { last_activity_on: '2026-11-01' }]) {
    expect(warning(changes)).toMatch(/to today\.$/)
  }
})

it('ignores an earlier view when determining whether a user is dormant', () => {
  expect(warning({ last_activity_on: '2026-11-20' }, viewed)).toContain('deactivate')
  expect(warning({ last_activity_on: '2026-11-21' })).not.toContain('deactivate')
})

it('doesn’t mention a change if the last activity was today or is unknown', () => {
  expect(warning({ last_activity_on: '2026-11-22' }, viewed)).toMatch(/as their activity today\.$/)
  expect(warning({ last_activity_on: undefined })).toMatch(/as their activity today\.$/)
})

it('shows which date a view changed and how long that affects deactivation', () => {
  const [before, last, until] = ['2025-03-03', '2026-11-22', '2027-02-20'].map((day) =>
    fullDay(day),
  )
  expect(viewAsActivityMessage(user, viewed, moderator)).toBe(
    `Last activity ${before}; changed to ${last} by viewing as this user. ` +
      `GitLab may refuse to deactivate them until ${until}.`,
  )
  expect(
    viewAsActivityMessage({ ...user, state: 'blocked' }, { ...viewed, before: null }, moderator),
  ).toMatch(/^Never active; changed to .* by viewing as this user\.$/)
})
