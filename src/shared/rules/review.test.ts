import { expect, it } from 'vitest'
import { countRequests, readsTokenList, reviewSubjects } from './review.ts'

it.each([
  // Five requests per user, plus one per page of the list or one more per user, whichever is fewer.
  [60, 1, 300, true],
  [60, 59, 360, true],
  [60, 60, 360, false],
  [60, 4000, 360, false],
  [1, 1, 6, false],
  [20_000, null, 120_000, false],
  [50_000, 1, 250_000, true],
  // An instance without a list.
  [60, 0, 300, true],
] as const)(
  'for %i users and %s list pages, estimates about %i requests',
  (users, pages, requests, readsList) => {
    const sizes = { users, tokenPages: pages, groups: 0, projects: 0 }
    expect(countRequests(sizes, reviewSubjects)).toBe(requests)
    expect(readsTokenList(users, pages)).toBe(readsList)
  },
)

it('counts requests for groups and projects only if memberships are reviewed, and for keys only if they are', () => {
  const sizes = { users: 10, tokenPages: 0, groups: 4, projects: 5 }
  expect(countRequests(sizes, ['memberships'])).toBe(10 * 2 + 4 * 3 + 5 * 2)
  expect(countRequests(sizes, ['keys'])).toBe(30)
  expect(countRequests({ ...sizes, projects: null }, ['memberships'])).toBeUndefined()
})
