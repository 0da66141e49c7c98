import { createPinia } from 'pinia'
import { createApp, effectScope } from 'vue'
import { expect, it, vi } from 'vitest'
import type { AttentionItem } from '../../../shared/operations/attention.ts'
import { administrationEntries } from './administration-messages.ts'
import { attentionEntry, rankOf } from './attention-messages.ts'
import { hostKey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { failedParts, useAttention } from './use-attention.ts'

const entryOf = (item: AttentionItem) => attentionEntry({ ...item, key: item.kind })

it('marks keys that expire within a week as urgent', () => {
  const key = { kind: 'ssh-key-expiring', keyId: 7, title: 'Work', at: '2026-12-01' } as const
  expect(entryOf({ ...key, daysLeft: 6 })).toMatchObject({
    tone: 'urgent',
    action: 'Renew',
    fix: { screen: 'keys', query: { show: 'ssh-7', renew: '1' } },
    title: 'SSH key “\u2068Work\u2069” expires in 6 days',
  })
  expect(entryOf({ ...key, daysLeft: 7 }).tone).toBe('urgent')
  expect(entryOf({ ...key, daysLeft: 8 }).tone).toBe('soon')
  expect(entryOf({ ...key, daysLeft: 0 }).title).toMatch(/within a day$/)
})

it('marks Latchkey’s own token as urgent three days before it expires', () => {
  const token = { kind: 'access-token-expiring', at: '2026-12-01' } as const
  expect(entryOf({ ...token, daysLeft: 13 })).toMatchObject({
    tone: 'soon',
    fix: { screen: 'accounts' },
    title: 'Your access token expires in 13 days',
  })
  expect(entryOf({ ...token, daysLeft: 2 }).tone).toBe('urgent')
  expect(entryOf({ kind: 'access-token-expired', at: '2026-12-01' }).tone).toBe('urgent')
})

it('reads what needs attention again after each action that succeeded', async () => {
  let readCount = 0
  const app = createApp({})
  app.use(createPinia())
  app.provide(hostKey, {
    async invoke(name) {
      if (name === 'attention.get') readCount += 1
      return { ok: true, value: { items: [], ignored: [], failures: [] } }
    },
    on: () => () => undefined,
  })
  vi.stubGlobal('window', new EventTarget())
  const scope = effectScope()
  app.runWithContext(() => scope.run(() => useAttention('a')))
  await vi.waitFor(() => expect(readCount).toBe(1))
  const { run } = effectScope().run(useAsyncAction)!
  await run(() => Promise.reject(new Error('No.')))
  await run(() => Promise.resolve())
  await vi.waitFor(() => expect(readCount).toBe(2))
  scope.stop()
  await run(() => Promise.resolve())
  expect(readCount).toBe(2)
  vi.unstubAllGlobals()
})

const noWork = {
  needReview: 0,
  failed: 0,
  paused: 0,
  approvals: 0,
  reviews: 0,
  runs: 0,
  endedExceptions: 0,
  proposals: 0,
  dueReviews: [],
}

it('lists pending admin work if there is any', () => {
  const titles = (waiting: Partial<typeof noWork>) =>
    administrationEntries({ ...noWork, ...waiting }).map(({ title }) => title)
  expect(titles({})).toEqual([])
  expect(
    titles({
      needReview: 1,
      failed: 2,
      paused: 3,
      approvals: 1,
      proposals: 2,
      reviews: 1,
      runs: 2,
    }),
  ).toEqual([
    '1 user pending approval',
    '1 action needs review',
    '2 runs proposed',
    '1 review paused',
    '2 runs paused',
    '3 actions paused',
    '2 actions failed',
  ])
})

it('lists reviews that are due, overdue, or due again', () => {
  const review = { id: 7, name: 'Q4', days: 4, isNext: false }
  const dueReviews = [{ ...review, days: -1 }, { ...review, days: 0 }, review]
  const entries = administrationEntries({
    ...noWork,
    dueReviews: [...dueReviews, { ...review, isNext: true }],
  })
  expect(entries.map(({ title }) => title)).toEqual([
    'Access review “\u2068Q4\u2069” was due yesterday',
    'Access review “\u2068Q4\u2069” is due today',
    'Access review “\u2068Q4\u2069” is due in 4 days',
    'The next access review after “\u2068Q4\u2069” is due',
  ])
  expect(entries[0]!.fix).toEqual({ screen: 'review', query: { review: '7' } })
})

it('links to the item it is about', () => {
  const email = { kind: 'email-unconfirmed', emailId: 4, email: 'maya@example.com' } as const
  expect(entryOf(email)).toMatchObject({ fix: { screen: 'emails', query: { show: '4' } } })
  const token = { kind: 'token-expired', tokenId: 9, name: 'Cluster', at: '2026-11-01' } as const
  expect(entryOf(token)).toMatchObject({ fix: { screen: 'tokens', query: { show: '9' } } })
  const waiting = { ...noWork, approvals: 3 }
  expect(administrationEntries(waiting)).toMatchObject([
    {
      action: 'Review 3 pending',
      fix: { screen: 'directory', query: { states: 'blocked_pending_approval' } },
    },
  ])
})

it('explains that two-factor authentication is off, which a passkey or a provider may replace', () => {
  const entry = (providers: string[]) => entryOf({ kind: 'two-factor-off', providers })
  expect(entry([])).toMatchObject({
    title: 'Two-factor authentication is off',
    text: 'Unless you use a passkey, your password alone is enough to sign in.',
    action: 'Set up two-factor or a passkey',
    fix: { page: '-/profile/two_factor_auth' },
  })
  expect(entry(['saml', 'ldapmain']).text).toBe(
    'Ignore this if you only sign in with a passkey or through \u2068saml\u2069 and \u2068ldapmain\u2069.',
  )
})

it('lists other accounts that have the same key', () => {
  const others = [{ id: 'b', label: 'Private' }]
  const key = { kind: 'key-on-two-accounts', keyId: 3, title: 'Laptop', others } as const
  expect(entryOf({ ...key, type: 'ssh' })).toMatchObject({
    title: 'SSH key “\u2068Laptop\u2069” is on 2 of your accounts',
    text: expect.stringMatching(/^Also on \u2068Private\u2069, as last loaded\./),
    fix: { screen: 'keys', query: { show: 'ssh-3' } },
  })
  expect(entryOf({ ...key, type: 'gpg' }).fix).toEqual({
    screen: 'keys',
    query: { show: 'gpg-3' },
  })
})

it('distinguishes tokens that were never used from those not used lately', () => {
  const token = {
    kind: 'token-unused',
    tokenId: 4,
    name: 'CI',
    at: '2026-01-01',
    days: 140,
  } as const
  expect(entryOf({ ...token, wasUsed: true })).toMatchObject({
    title: 'Token “\u2068CI\u2069” hasn’t been used for 140 days',
    text: expect.stringMatching(/^Last used on .*2026/),
  })
  expect(entryOf({ ...token, wasUsed: false }).text).toMatch(/^Created on .* never used/)
})

it('lets users ignore any items except pending actions', () => {
  const waiting = { ...noWork, needReview: 1 }
  expect(administrationEntries(waiting)[0]).not.toHaveProperty('canIgnore')
  expect(attentionEntry({ kind: 'ssh-keys-missing', key: 'ssh-keys-missing' })).toMatchObject({
    key: 'ssh-keys-missing',
    canIgnore: true,
  })
})

it('lists an administrator’s decisions first, and failures after what will soon expire', () => {
  const waiting = { ...noWork, needReview: 1, failed: 1, approvals: 1 }
  const key = { keyId: 7, title: 'Work', at: '2026-12-01' }
  const entries = [
    ...administrationEntries(waiting),
    entryOf({ kind: 'ssh-key-expiring', ...key, daysLeft: 20 }),
    entryOf({ kind: 'ssh-key-expired', ...key }),
    entryOf({ kind: 'two-factor-off', providers: [] }),
  ]
  expect(entries.toSorted((a, b) => rankOf(a) - rankOf(b)).map((entry) => entry.key)).toEqual([
    'approvals',
    'actions-review',
    'ssh-key-expiring',
    'actions-failed',
    'ssh-key-expired',
    'two-factor-off',
  ])
})

it('groups parts that failed for the same reason', () => {
  const offline = { kind: 'offline', message: 'There is no network.' } as const
  const small = { kind: 'forbidden', message: 'The token may not.' } as const
  const failures = failedParts([
    { part: 'sshKeys', failure: offline },
    { part: 'counts', failure: small },
    { part: 'emails', failure: offline },
  ])
  expect(failures.map(({ message }) => message)).toEqual([
    'Couldn’t load your SSH keys and emails. There is no network.',
    'Couldn’t load your to-dos and merge requests. The token may not.',
  ])
})
