import { expect, it } from 'vitest'
import { administrationEntries } from './administration-messages.ts'
import { attentionEntry } from './attention-messages.ts'
import { failedParts } from './failed-parts.ts'
import { greeting } from './greeting.ts'
import { t } from '../../ui/messages.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

it('marks what ends within a week as urgent', () => {
  const key = { kind: 'ssh-key-expiring', keyId: 7, title: 'Work', at: '2026-12-01' } as const
  expect(attentionEntry({ ...key, daysLeft: 7 }, now)).toMatchObject({
    tone: 'urgent',
    screen: 'ssh-keys',
    title: 'SSH key \u2068Work\u2069 expires in 7 days',
  })
  expect(attentionEntry({ ...key, daysLeft: 8 }, now).tone).toBe('soon')
  expect(attentionEntry({ ...key, daysLeft: 0 }, now).title).toMatch(/within a day$/)
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

it('tells how long a status stays', () => {
  const at = '2026-11-20T12:30:00Z'
  expect(attentionEntry({ kind: 'status-clearing', at, message: 'Lunch' }, now).text).toMatch(
    /^\u2068Lunch\u2069: 30 minutes left, until today, /,
  )
  expect(attentionEntry({ kind: 'status-clearing', at }, now).text).toMatch(/^30 minutes left/)
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
