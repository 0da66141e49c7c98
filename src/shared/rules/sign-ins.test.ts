import { describe, expect, it } from 'vitest'
import { keepReason } from './sign-ins.ts'

const never = { last_sign_in_at: null, current_sign_in_at: null, last_activity_on: null }

describe('keepReason', () => {
  it('returns undefined for a user who, according to GitLab, was never active', () => {
    expect(keepReason(never)).toBeUndefined()
    expect(keepReason({ ...never, sign_in_count: 0 })).toBeUndefined()
  })

  it.each([
    [{ ...never, last_sign_in_at: '2026-01-01T00:00:00Z' }, 'queue.hasSignedIn'],
    [{ ...never, current_sign_in_at: '2026-01-01T00:00:00Z' }, 'queue.hasSignedIn'],
    [{ ...never, sign_in_count: 1 }, 'queue.hasSignedIn'],
    [{ ...never, last_activity_on: '2026-01-01' }, 'queue.hasBeenActive'],
    [{}, 'queue.signInUnknown'],
    [{ last_activity_on: null }, 'queue.signInUnknown'],
    [{ last_sign_in_at: null }, 'queue.signInUnknown'],
  ])('returns a reason for a user who was active or may have been (%j)', (user, id) => {
    expect(keepReason(user)?.id).toBe(id)
  })
})
