import { expect, it } from 'vitest'
import type { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import { assessToken } from './own-tokens.ts'

const assess = (fields: Partial<OwnTokenEntry>) =>
  assessToken({
    id: 1,
    name: 'deploy',
    scopes: ['api'],
    state: 'active',
    isSignInToken: false,
    wasRotated: false,
    ...fields,
  })

it('marks broad scopes, no expiry, and tokens that were never used', () => {
  const careful = { scopes: ['read_api'], expires_at: '2027-11-01', last_used_at: '2026-11-02' }
  expect(assess(careful).risks).toEqual([])
  expect(assess({ ...careful, scopes: ['read_user', 'sudo'] }).risks).toEqual(['broad'])
  expect(assess({ ...careful, last_used_at: null }).risks).toEqual(['never-used'])
  expect(assess({ last_used_at: null }).risks).toEqual(['broad', 'never-expires', 'never-used'])
  expect(assess({ isSignInToken: true }).risks).toEqual(['never-expires'])
  expect(assess({ state: 'inactive' }).risks).toEqual([])
})

it('doesn’t offer to revoke or rotate Latchkey’s own token, or to rotate a token twice', () => {
  const offered = (fields: Partial<OwnTokenEntry>) => {
    const { canRevoke, canRotate } = assess(fields)
    return [canRevoke, canRotate]
  }
  expect(offered({})).toEqual([true, true])
  expect(offered({ isSignInToken: true })).toEqual([false, false])
  expect(offered({ wasRotated: true })).toEqual([true, false])
  expect(offered({ state: 'inactive' })).toEqual([false, false])
  expect(offered({ state: undefined })).toEqual([false, false])
})
