import { expect, it } from 'vitest'
import { administrationEntries } from './administration-messages.ts'
import { attentionEntry } from './attention-messages.ts'
import { failedParts } from './use-attention.ts'
import { greeting } from './greeting.ts'
import { t } from '../../ui/messages.ts'

it('marks what ends within a week as urgent', () => {
  const key = { kind: 'ssh-key-expiring', keyId: 7, title: 'Work', at: '2026-12-01' } as const
  expect(attentionEntry({ ...key, daysLeft: 6 })).toMatchObject({
    tone: 'urgent',
    action: 'Renew',
    screen: 'keys',
    query: { show: 'ssh-7', renew: '1' },
    title: 'SSH key \u2068Work\u2069 expires in 6 days',
  })
  expect(attentionEntry({ ...key, daysLeft: 7 }).tone).toBe('soon')
  expect(attentionEntry({ ...key, daysLeft: 0 }).title).toMatch(/within a day$/)
})

it('marks the own token as urgent in its last three days', () => {
  const token = { kind: 'access-token-expiring', at: '2026-12-01' } as const
  expect(attentionEntry({ ...token, daysLeft: 13 })).toMatchObject({
    tone: 'soon',
    screen: 'accounts',
    title: 'Your access token expires in 13 days',
  })
  expect(attentionEntry({ ...token, daysLeft: 2 }).tone).toBe('urgent')
  expect(attentionEntry({ kind: 'access-token-expired', at: '2026-12-01' }).tone).toBe('urgent')
})

it('lists what an administrator has to do, if anything', () => {
  const nothing = { needReview: 0, failed: 0, paused: 0, approvals: 0 }
  const titles = (waiting: Partial<typeof nothing>) =>
    administrationEntries({ ...nothing, ...waiting }).map(({ title }) => title)
  expect(titles({})).toEqual([])
  expect(titles({ needReview: 1, failed: 2, paused: 3, approvals: 1 })).toEqual([
    '1 action needs review',
    '2 actions failed',
    '1 user pending approval',
    '3 actions paused',
  ])
  expect(titles({ approvals: undefined })).toEqual(['Pending approvals aren’t known yet'])
})

it('leads to the item that it is about', () => {
  const email = { kind: 'email-unconfirmed', emailId: 4, email: 'maya@example.com' } as const
  expect(attentionEntry(email)).toMatchObject({ screen: 'emails', query: { show: '4' } })
  const token = { kind: 'token-expired', tokenId: 9, name: 'Cluster', at: '2026-11-01' } as const
  expect(attentionEntry(token)).toMatchObject({ screen: 'tokens', query: { show: '9' } })
  const waiting = { needReview: 0, failed: 0, paused: 0, approvals: 3 }
  expect(administrationEntries(waiting)).toMatchObject([
    {
      action: 'Review 3 pending',
      screen: 'directory',
      query: { states: 'blocked_pending_approval' },
    },
  ])
})

it('reports parts that failed for the same reason once', () => {
  const offline = { kind: 'offline', message: 'There is no network.' } as const
  const small = { kind: 'forbidden', message: 'The token may not.' } as const
  const failures = failedParts([
    { part: 'sshKeys', failure: offline },
    { part: 'counts', failure: small },
    { part: 'emails', failure: offline },
  ])
  expect(failures.map(({ message }) => message)).toEqual([
    'Your SSH keys and emails couldn’t be loaded. There is no network.',
    'Your counts couldn’t be loaded. The token may not.',
  ])
})

it.each([
  [4, 'evening'],
  [5, 'morning'],
  [12, 'afternoon'],
  [18, 'evening'],
])('greets at %i with good %s', (hour, word) => {
  expect(t(greeting(hour), { name: 'Maya' })).toBe(`Good ${word}, Maya.`)
})
