import { expect, it } from 'vitest'
import { dayAfter, expiryErrors } from '../../../data/expiry-choice.ts'
import { changesOf, choiceOf, draftErrors, draftOf, sameDraft, usageLabel } from './key-draft.ts'

const key = { title: 'Laptop', usage_type: 'auth', expires_at: '2030-01-01T00:00:00.000Z' }

it('counts days by the local calendar', () => {
  expect(dayAfter(1, new Date(2026, 1, 28, 23, 59))).toBe('2026-03-01')
  expect(dayAfter(365, new Date(2026, 0, 1))).toBe('2027-01-01')
})

it('refuses an end that is over, and a day that was not chosen', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(expiryErrors({ kind: 'never', day: '' }, now)).toBeUndefined()
  expect(expiryErrors({ kind: 'day', day: '' }, now)).toEqual(['Choose a date or another option.'])
  expect(expiryErrors({ kind: 'day', day: '2026-03-01' }, now)?.[0]).toMatch(/after today/)
  expect(expiryErrors({ kind: 'day', day: '2026-03-02' }, now)).toBeUndefined()
})

it('says what is wrong with a title', () => {
  const draft = draftOf(key)
  expect(draftErrors(draft)).toEqual({})
  expect(draftErrors({ ...draft, title: '  ' })).toEqual({ title: ['cannot be empty'] })
  expect(draftErrors({ ...draft, title: '🔑'.repeat(255) })).toEqual({})
  expect(draftErrors({ ...draft, title: 'x'.repeat(256) }).title?.[0]).toMatch(/too long/)
})

it('sends what was decided about a new key', () => {
  const draft = {
    ...draftOf({ title: ' New ' }),
    expiry: { kind: 'day', day: '2030-02-03' } as const,
  }
  expect(choiceOf('1', draft)).toEqual({
    localKeyId: '1',
    title: 'New',
    usage_type: 'auth_and_signing',
    expires_at: '2030-02-03',
  })
})

it('changes of a key only what was changed', () => {
  const draft = draftOf(key)
  expect(sameDraft(draft, draftOf(key))).toBe(true)
  expect(changesOf(key, draft)).toEqual({})
  expect(changesOf(key, { ...draft, title: 'Desk' })).toEqual({ title: 'Desk' })
  expect(changesOf(key, { ...draft, usage: 'signing' })).toEqual({ usage_type: 'signing' })
  expect(changesOf(key, { ...draft, expiry: { kind: 'never', day: '' } })).toEqual({
    expires_at: null,
  })
  expect(changesOf(key, { ...draft, expiry: { kind: 'day', day: '2031-01-01' } })).toEqual({
    expires_at: '2031-01-01',
  })
})

it('names a usage that it does not know', () => {
  expect(usageLabel('auth_and_signing')).toBe('Authentication and signing')
  expect(usageLabel('sealing')).toBe('sealing')
  expect(usageLabel(null)).toBeUndefined()
})
