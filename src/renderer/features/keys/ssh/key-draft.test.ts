import { afterEach, expect, it, vi } from 'vitest'
import { dayAfter, expiryErrors } from '../../../forms/expiry-choice.ts'
import {
  changedOptions,
  toSshKeyChoice,
  sshKeyDraftErrors,
  toKeyDraft,
  isSameDraft,
  usageLabel,
} from './key-draft.ts'

const key = { title: 'Laptop', usage_type: 'auth', expires_at: '2030-01-01T00:00:00.000Z' }

afterEach(() => void vi.unstubAllEnvs())

it.each(['Pacific/Kiritimati', 'Europe/Berlin', 'America/Los_Angeles'])(
  'counts days in UTC in %s',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(dayAfter(1, Date.parse('2026-02-28T23:59:00Z'))).toBe('2026-03-01')
    expect(dayAfter(365, Date.parse('2026-01-01T00:00:00Z'))).toBe('2027-01-01')
    expect(dayAfter(365, Date.parse('2026-01-01T12:00:00Z'))).toBe('2027-01-01')
  },
)

it('rejects a past or missing expiry', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(expiryErrors({ kind: 'never', day: '' }, now)).toBeUndefined()
  expect(expiryErrors({ kind: 'day', day: '' }, now)).toEqual(['Choose a date or another option.'])
  expect(expiryErrors({ kind: 'day', day: '2026-03-01' }, now)?.[0]).toBe(
    'Choose a date after March 1, 2026, today in UTC.',
  )
  expect(expiryErrors({ kind: 'day', day: '2026-03-02' }, now)).toBeUndefined()
})

it('rejects an empty title and one that is too long', () => {
  const draft = toKeyDraft(key)
  expect(sshKeyDraftErrors(draft)).toEqual({})
  expect(sshKeyDraftErrors({ ...draft, title: '  ' })).toEqual({ title: ['can’t be empty'] })
  expect(sshKeyDraftErrors({ ...draft, title: '🔑'.repeat(255) })).toEqual({})
  expect(sshKeyDraftErrors({ ...draft, title: 'x'.repeat(256) }).title?.[0]).toMatch(/too long/)
})

it('sends the options of a new key', () => {
  const draft = {
    ...toKeyDraft({ title: ' New ' }),
    expiry: { kind: 'day', day: '2030-02-03' } as const,
  }
  expect(toSshKeyChoice('1', draft)).toEqual({
    localKeyId: '1',
    title: 'New',
    usage_type: 'auth_and_signing',
    expires_at: '2030-02-03',
  })
})

it('sends only changed options', () => {
  const draft = toKeyDraft(key)
  expect(isSameDraft(draft, toKeyDraft(key))).toBe(true)
  expect(changedOptions(key, draft)).toEqual({})
  expect(changedOptions(key, { ...draft, title: 'Desk' })).toEqual({ title: 'Desk' })
  expect(changedOptions(key, { ...draft, usage: 'signing' })).toEqual({ usage_type: 'signing' })
  expect(changedOptions(key, { ...draft, expiry: { kind: 'never', day: '' } })).toEqual({
    expires_at: null,
  })
  expect(changedOptions(key, { ...draft, expiry: { kind: 'day', day: '2031-01-01' } })).toEqual({
    expires_at: '2031-01-01',
  })
})

it('shows an unknown usage type unchanged', () => {
  expect(usageLabel('auth_and_signing')).toBe('Authentication and signing')
  expect(usageLabel('sealing')).toBe('sealing')
  expect(usageLabel(null)).toBeUndefined()
})
