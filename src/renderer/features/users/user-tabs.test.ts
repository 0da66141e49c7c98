import { expect, it } from 'vitest'
import { credentialSections, tabQuery, toUserPlace, userTabs } from './user-tabs.ts'

it.each([
  ['status', { tab: 'overview' }],
  ['emails', { tab: 'access' }],
  ['identities', { tab: 'access' }],
  ['ssh-keys', { tab: 'credentials', kind: 'ssh-keys' }],
  ['gpg-keys', { tab: 'credentials', kind: 'gpg-keys' }],
  ['impersonation-tokens', { tab: 'credentials', kind: 'impersonation-tokens' }],
  ['personal-access-tokens', { tab: 'credentials', kind: 'personal-access-tokens' }],
  ['associations', { tab: 'memberships' }],
  ['activity', { tab: 'history' }],
])('redirects the former tab %s to its new location', (tab, place) => {
  expect(toUserPlace({ tab })).toMatchObject(place)
})

it('opens the overview for an unknown or missing tab', () => {
  expect(toUserPlace({ tab: 'constructor' }).tab).toBe('overview')
  expect(toUserPlace({}).tab).toBe('overview')
})

it('restores every tab from its URL', () => {
  const kinds = credentialSections.map(({ id: kind }) => ({ tab: 'credentials' as const, kind }))
  const tabs = userTabs.map(({ id: tab }) => ({ tab, kind: 'ssh-keys' as const }))
  for (const place of [...tabs, ...kinds]) expect(toUserPlace(tabQuery(place))).toEqual(place)
})
