import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldErrors } from '../../../forms/form-field.ts'
import { adminTokenFields, freshAdminTokenDraft, draftToToken } from './admin-token-draft.ts'
import type { AdminTokenDraft, AdminTokenKind } from './admin-token-draft.ts'

const now = new Date('2026-05-01T12:00:00Z')
const draftErrors = (draft: AdminTokenDraft, kind: AdminTokenKind) =>
  fieldErrors(adminTokenFields(kind, false), draft)
const filled = { name: ' Export ', scopes: ['api'], reason: ' Case 1 ' }

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

it('starts with an expiry date', () => {
  expect(freshAdminTokenDraft().expires_at.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(freshAdminTokenDraft().expires_at.kind).toBe('90-days')
})

it('requires a name, a scope and a reason', () => {
  expect(Object.keys(draftErrors(freshAdminTokenDraft(), 'personal'))).toEqual([
    'name',
    'scopes',
    'reason',
  ])
  expect(draftErrors({ ...freshAdminTokenDraft(), ...filled }, 'personal')).toEqual({})
  const long = { ...freshAdminTokenDraft(), ...filled, reason: 'x'.repeat(1001) }
  expect(Object.keys(draftErrors(long, 'personal'))).toEqual(['reason'])
})

it('doesn’t require scopes or an expiry date for an impersonation token', () => {
  const expires_at = { kind: 'never' as const, day: '' }
  const draft = { ...freshAdminTokenDraft(), ...filled, scopes: [], expires_at }
  expect(draftErrors(draft, 'impersonation')).toEqual({})
  expect(draftToToken(draft)).toEqual({ name: 'Export', scopes: [], reason: 'Case 1' })
})

it('sends a description if there is one', () => {
  const draft = { ...freshAdminTokenDraft(), ...filled, description: ' Nightly ' }
  expect(draftToToken(draft)).toMatchObject({ description: 'Nightly' })
  const long = { ...draft, description: 'x'.repeat(256) }
  expect(Object.keys(draftErrors(long, 'personal'))).toEqual(['description'])
})

it('rejects a past expiry date, which GitLab would accept', () => {
  const expires_at = { kind: 'day' as const, day: '2026-05-01' }
  const draft = { ...freshAdminTokenDraft(), ...filled, expires_at }
  expect(Object.keys(draftErrors(draft, 'impersonation'))).toEqual(['expires_at'])
})

it('omits the expiry date if none is chosen', () => {
  const expires_at = { kind: 'never', day: '' } as const
  expect(draftToToken({ ...freshAdminTokenDraft(), ...filled, expires_at })).toEqual({
    name: 'Export',
    scopes: ['api'],
    reason: 'Case 1',
  })
})
