import { expect, it } from 'vitest'
import { type ReviewUserRow, toReviewedUser } from './review-rows.ts'

const countedParts = {
  groups: ['memberships'],
  projects: ['memberships'],
  owned: ['memberships'],
  ssh_keys: ['ssh'],
  gpg_keys: ['gpg'],
  expired_keys: ['ssh', 'gpg'],
  active_tokens: ['tokens', 'personal'],
  tokens_without_expiry: ['tokens', 'personal'],
  expired_tokens: ['tokens', 'personal'],
} as const
const counts = Object.keys(countedParts) as (keyof typeof countedParts)[]

const row: ReviewUserRow = {
  id: 7,
  username: 'piotr',
  name: 'Piotr',
  email: null,
  state: 'active',
  is_admin: 0,
  external: 0,
  bot: 0,
  internal: 0,
  project_bot: 0,
  two_factor_enabled: 1,
  last_activity_on: null,
  last_sign_in_at: null,
  created_at: null,
  approved_on: null,
  read_at: 1,
  gone: 0,
  unread: '',
  outdated: 0,
  oldest_key: null,
  groups: 1,
  projects: 2,
  owned: 3,
  ssh_keys: 4,
  gpg_keys: 5,
  expired_keys: 6,
  active_tokens: 7,
  tokens_without_expiry: 8,
  expired_tokens: 9,
}
const unknownCounts = (changes: Partial<ReviewUserRow>) => {
  const user = toReviewedUser({ ...row, ...changes })
  return counts.filter((count) => user[count] === null)
}

const parts = [...new Set(Object.values(countedParts).flat())]
it.each(parts)('reports every count that includes %s as unknown if it is unread', (part) => {
  const affected = counts.filter((count) => countedParts[count].some((other) => other === part))
  expect(unknownCounts({ unread: part })).toEqual(affected)
})

it('reports counts of a user who was read completely, and none of others', () => {
  expect(unknownCounts({})).toEqual([])
  expect(unknownCounts({ read_at: null })).toEqual(counts)
  expect(unknownCounts({ gone: 1 })).toEqual(counts)
})
