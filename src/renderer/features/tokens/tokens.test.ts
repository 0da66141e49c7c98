import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import { lifetimeDays, refreshExpiryChoice, sameLifetimeChoice } from '../../forms/expiry-choice.ts'
import { kubeconfig } from './kubeconfig.ts'
import { type TokenFilter, byCare, matchesFilter } from './own-tokens.ts'
import { fieldErrors } from '../../forms/form-field.ts'
import { newToken } from '../../forms/token-fields.ts'
import { freshOwnTokenDraft, newTokenFields } from './token-draft.ts'
import type { OwnTokenDraft } from './token-draft.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const until = (day: string) => ({
  ...freshOwnTokenDraft(),
  name: 'kubectl',
  expires_at: { kind: 'day' as const, day },
})
const draftErrors = (draft: OwnTokenDraft) => fieldErrors(newTokenFields(true), draft)

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

it('requires a name and a future expiry date', () => {
  expect(draftErrors({ ...freshOwnTokenDraft(), name: ' ' })).toHaveProperty('name')
  expect(draftErrors({ ...freshOwnTokenDraft(), name: 'x'.repeat(256) })).toHaveProperty('name')
  expect(draftErrors({ ...freshOwnTokenDraft(), name: 'kubectl' })).toEqual({})
  expect(draftErrors(until('2026-11-19'))).toHaveProperty('expires_at')
  expect(draftErrors(until('2026-11-20'))).toHaveProperty('expires_at')
  expect(draftErrors(until('2026-11-21'))).toEqual({})
})

it('omits an empty expiry date and description', () => {
  const scopes = ['k8s_proxy']
  const setByGitLab = { kind: 'never' as const, day: '' }
  expect(newToken({ ...freshOwnTokenDraft(), name: ' kubectl ', expires_at: setByGitLab })).toEqual(
    {
      name: 'kubectl',
      scopes,
    },
  )
  expect(newToken({ ...freshOwnTokenDraft(), name: 'kubectl' })).toMatchObject({
    expires_at: '2027-02-18',
  })
  expect(newToken({ ...until('2027-01-01'), description: ' On my laptop ' })).toEqual({
    name: 'kubectl',
    description: 'On my laptop',
    scopes,
    expires_at: '2027-01-01',
  })
})

it('requires a scope and limits the description’s length', () => {
  const draft = { ...freshOwnTokenDraft(), name: 'kubectl' }
  expect(Object.keys(draftErrors({ ...draft, scopes: [] }))).toEqual(['scopes'])
  const long = { ...draft, description: 'd'.repeat(256) }
  expect(Object.keys(draftErrors(long))).toEqual(['description'])
  expect(draftErrors({ ...draft, description: '😀'.repeat(255) })).toEqual({})
})

const ada = { username: 'ada', baseUrl: 'https://git.example' }

it('writes kubeconfig values as YAML strings', () => {
  const unknown = { agentId: '', name: ' ', server: '' }
  expect(kubeconfig(ada, 'glpat-1', unknown)).toBe(`users:
  - name: "ada@git.example/AGENT_ID/CLUSTER_NAME"
    user:
      token: "pat:AGENT_ID:glpat-1"
clusters:
  - name: "ada@git.example/AGENT_ID/CLUSTER_NAME"
    cluster:
      server: PROXY_ADDRESS
contexts:
  - name: "ada@git.example/AGENT_ID/CLUSTER_NAME"
    context:
      cluster: "ada@git.example/AGENT_ID/CLUSTER_NAME"
      user: "ada@git.example/AGENT_ID/CLUSTER_NAME"
current-context: "ada@git.example/AGENT_ID/CLUSTER_NAME"`)
  const filled = { agentId: '7', name: 'no', server: 'https://kas.example.org/k8s-proxy/' }
  const file = kubeconfig({ ...ada, username: '7' }, '"\n  exec: x', filled)
  expect(file).toContain(
    '- name: "7@git.example/7/no"\n    user:\n      token: "pat:7:\\"\\n  exec: x"',
  )
  expect(file).toContain('server: "https://kas.example.org/k8s-proxy/"')
  expect(file).toMatch(/current-context: "7@git.example\/7\/no"$/)
})

it('names the entries of kubeconfig files differently for each account, agent, and cluster', () => {
  const staging = { agentId: '7', name: 'staging', server: 'https://kas.git.example/k8s-proxy' }
  const entriesOf = (file: string) =>
    [...file.matchAll(/^ {2}- name: (.+)$/gm)].map(([, name]) => name)
  const first = entriesOf(kubeconfig(ada, 'glpat-1', staging))
  expect(first).toHaveLength(3)
  const others = [
    { ...ada, username: 'grace' },
    { ...ada, baseUrl: 'https://git.example:8443' },
    { ...ada, baseUrl: 'https://git.example/lab' },
  ].map((owner) => kubeconfig(owner, 'glpat-2', staging))
  const sameAccount = [{ agentId: '9' }, { name: 'production' }].map((other) =>
    kubeconfig(ada, 'glpat-2', { ...staging, ...other }),
  )
  for (const file of [...others, ...sameAccount]) {
    expect(first.filter((name) => entriesOf(file).includes(name))).toEqual([])
  }
})

const token = (fields: Partial<OwnTokenEntry>): OwnTokenEntry => ({
  id: 1,
  name: 'deploy',
  scopes: ['api'],
  created_at: '2026-11-01T08:00:00Z',
  state: 'active',
  isSignInToken: false,
  wasRotated: false,
  canRevoke: true,
  canRotate: true,
  risks: [],
  ...fields,
})

it.each<[string, Partial<OwnTokenEntry>, TokenFilter[]]>([
  ['a new one', {}, ['active']],
  ['one that expires in 30 days', { expires_at: '2026-12-20' }, ['active', 'expiring']],
  ['one that expires later', { expires_at: '2026-12-21' }, ['active']],
  [
    'an old one that was never used',
    { created_at: '2026-08-22T23:59:00Z', last_used_at: null },
    ['active', 'unused'],
  ],
  ['an old one without a last-used date', { created_at: '2026-01-01T12:00:00Z' }, ['active']],
  [
    'an old one that was used',
    { created_at: '2026-01-01T12:00:00Z', last_used_at: '2026-08-23T00:00:00Z' },
    ['active'],
  ],
  ['one for Kubernetes', { scopes: ['k8s_proxy'] }, ['active', 'kubernetes']],
  [
    'a revoked one',
    { state: 'inactive', scopes: ['k8s_proxy'], created_at: '2026-01-01T12:00:00Z' },
    ['inactive'],
  ],
])('lists %s under the right filters', (_, fields, filters) => {
  const all: TokenFilter[] = ['active', 'expiring', 'unused', 'kubernetes', 'inactive']
  expect(all.filter((filter) => matchesFilter(token(fields), filter, now))).toEqual(filters)
})

it('lists tokens that expire soon first, then those with the most risks', () => {
  const careful = { scopes: ['read_api'], last_used_at: '2026-11-02T08:00:00Z' }
  const tokens = [
    token({ ...careful, id: 1, expires_at: '2027-11-01' }),
    token({ ...careful, id: 2, risks: ['never-expires'] }),
    token({ id: 3, risks: ['broad', 'never-expires', 'never-used'] }),
    token({ ...careful, id: 4, expires_at: '2026-11-22' }),
    token({ ...careful, id: 5, expires_at: '2026-12-10' }),
    token({ ...careful, id: 6, expires_at: '2027-11-02' }),
  ]
  expect(byCare(tokens, now).map(({ id }) => id)).toEqual([4, 5, 3, 2, 1, 6])
})

it('suggests the token’s previous lifetime, or 90 days', () => {
  const choiceFor = (created: string, expires?: string) =>
    sameLifetimeChoice(lifetimeDays(created, expires))
  expect(choiceFor('2026-11-01T22:30:00Z', '2026-12-01')).toEqual({
    kind: 'same-lifetime',
    day: '2026-12-20',
  })
  const ninetyDays = { kind: '90-days', day: '2027-02-18' }
  expect(choiceFor('2026-11-01T23:30:00Z', '2027-01-31')).toEqual(ninetyDays)
  expect(choiceFor('2026-11-01T23:30:00Z')).toEqual(ninetyDays)
  // The same moment, as an instance with a time zone writes it.
  expect(choiceFor('2026-11-02T00:30:00+01:00', '2026-12-01')).toEqual(
    choiceFor('2026-11-01T23:30:00Z', '2026-12-01'),
  )
})

it.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'suggests no date that GitLab refuses, in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const time of ['00:00:00', '12:00:00', '23:59:59']) {
      vi.setSystemTime(`2026-11-20T${time}Z`)
      for (const lifetime of [undefined, 1, 90, 364, 365, 366, 400, 3650]) {
        const { day } = sameLifetimeChoice(lifetime)
        expect(day >= '2026-11-21' && day <= '2027-11-20').toBe(true)
      }
      expect(freshOwnTokenDraft().expires_at.day).toBe('2027-02-18')
    }
  },
)

it('counts the lifetime from today, even if it was selected on another day', () => {
  const chosen = { kind: '90-days', day: '2026-01-01' } as const
  expect(refreshExpiryChoice(chosen, now)).toEqual({ kind: '90-days', day: '2027-02-18' })
  const day = { kind: 'day', day: '2027-01-01' } as const
  expect(refreshExpiryChoice(day, now)).toBe(day)
})
