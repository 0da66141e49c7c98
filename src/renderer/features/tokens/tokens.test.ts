import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { refreshExpiryChoice } from '../../forms/expiry-choice.ts'
import { kubeconfigCluster, kubeconfigUser } from './kubeconfig.ts'
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

it('sends no empty expiry date or description', () => {
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

it('requires a scope, and limits the description', () => {
  const draft = { ...freshOwnTokenDraft(), name: 'kubectl' }
  expect(Object.keys(draftErrors({ ...draft, scopes: [] }))).toEqual(['scopes'])
  const long = { ...draft, description: 'd'.repeat(256) }
  expect(Object.keys(draftErrors(long))).toEqual(['description'])
  expect(draftErrors({ ...draft, description: '😀'.repeat(255) })).toEqual({})
})

it('writes the token as one YAML string', () => {
  expect(kubeconfigUser('ada', 'glpat-1')).toBe(
    'users:\n  - name: ada\n    user:\n      token: "pat:AGENT_ID:glpat-1"',
  )
  expect(kubeconfigUser('7', '"\n  exec: x')).toContain(
    '- name: "7"\n    user:\n      token: "pat:AGENT_ID:\\"\\n  exec: x"',
  )
  expect(kubeconfigCluster('ada')).toContain('      user: ada\n')
})

it('counts a number of days from today, even if it was chosen on another day', () => {
  const chosen = { kind: '90-days', day: '2026-01-01' } as const
  expect(refreshExpiryChoice(chosen, now)).toEqual({ kind: '90-days', day: '2027-02-18' })
  const day = { kind: 'day', day: '2027-01-01' } as const
  expect(refreshExpiryChoice(day, now)).toBe(day)
})
