import { expect, it } from 'vitest'
import { userFacts } from './user-facts.ts'

const user = { id: 7, username: 'anna', name: 'Anna', state: 'active' }
const values = (given: object) =>
  userFacts({ ...user, ...given }).map(({ label, value }) => [label, value])

it('shows a user’s last activity and creation date', () => {
  const given = { created_at: '2024-12-31T12:00:00Z', last_activity_on: '2026-05-03' }
  expect(values(given)).toEqual([
    ['Last activity', 'May 3, 2026'],
    ['Created', 'Dec 31, 2024'],
  ])
})

it('shows “Never” for a null date and nothing for missing ones', () => {
  expect(values({ last_activity_on: null })).toEqual([['Last activity', 'Never']])
  expect(values({})).toEqual([])
})
