import { expect, it } from 'vitest'
import { draftErrors, freshDraft, isFresh, wishOf } from './admin-token-draft.ts'

const now = new Date('2026-05-01T12:00:00Z')
const filled = { name: ' Export ', scopes: ['api'], reason: ' Case 1 ' }

it('begins with an end where one is needed', () => {
  expect(freshDraft('impersonation').expiry.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(freshDraft('personal').expiry).toEqual({ kind: 'never', day: '' })
  expect(isFresh(freshDraft('impersonation'), 'impersonation')).toBe(true)
  expect(isFresh({ ...freshDraft('personal'), reason: 'x' }, 'personal')).toBe(false)
})

it('wants a name, a scope and a reason', () => {
  expect(Object.keys(draftErrors(freshDraft('personal'), 'personal', now))).toEqual([
    'name',
    'scopes',
    'reason',
  ])
  expect(draftErrors({ ...freshDraft('personal'), ...filled }, 'personal', now)).toEqual({})
  const long = { ...freshDraft('personal'), ...filled, reason: 'x'.repeat(1001) }
  expect(Object.keys(draftErrors(long, 'personal', now))).toEqual(['reason'])
})

it('leaves it to the service whether an impersonation token needs scopes and an end', () => {
  const expiry = { kind: 'never' as const, day: '' }
  const draft = { ...freshDraft('impersonation'), ...filled, scopes: [], expiry }
  expect(draftErrors(draft, 'impersonation', now)).toEqual({})
  expect(wishOf(draft)).toEqual({ name: 'Export', scopes: [], reason: 'Case 1' })
})

it('describes the token, if it is said what for', () => {
  const draft = { ...freshDraft('personal'), ...filled, description: ' Nightly ' }
  expect(wishOf(draft)).toMatchObject({ description: 'Nightly' })
  const long = { ...draft, description: 'x'.repeat(256) }
  expect(Object.keys(draftErrors(long, 'personal', now))).toEqual(['description'])
  expect(isFresh({ ...freshDraft('personal'), description: 'x' }, 'personal')).toBe(false)
})

it('refuses a day that is over, which the service would take', () => {
  const expiry = { kind: 'day' as const, day: '2026-05-01' }
  const draft = { ...freshDraft('impersonation'), ...filled, expiry }
  expect(Object.keys(draftErrors(draft, 'impersonation', now))).toEqual(['expires_at'])
})

it('sends no day where none is chosen', () => {
  expect(wishOf({ ...freshDraft('personal'), ...filled })).toEqual({
    name: 'Export',
    scopes: ['api'],
    reason: 'Case 1',
  })
})
