import { describe, expect, it } from 'vitest'
import { sameUserValue, userRecord } from './user-record.ts'

const kim = { id: 7, username: 'kim', name: 'Kim', state: 'active' }

describe('userRecord', () => {
  it('uses the field names of requests', () => {
    const record = userRecord({ ...kim, is_admin: true, is_auditor: null, note: 'x' })
    expect(record).toMatchObject({ name: 'Kim', admin: true, auditor: null, note: 'x' })
    expect(record['skype']).toBeUndefined()
    expect(record).not.toHaveProperty('password')
  })

  it('recognizes a private commit email on any host', () => {
    const at = (commit_email: string) => userRecord({ ...kim, commit_email })['commit_email']
    expect(at('7-kim@users.noreply.example.com')).toBe('_private')
    expect(at('7-kim@noreply.intranet')).toBe('_private')
    expect(at('kim@example.com')).toBe('kim@example.com')
  })

  it('includes the identity of the given provider', () => {
    const identities = [{ provider: 'saml', extern_uid: 'kim' }]
    expect(userRecord({ ...kim, identities }, 'saml')['extern_uid']).toBe('kim')
    expect(userRecord({ ...kim, identities }, 'ldapmain')['extern_uid']).toBeUndefined()
    expect(userRecord({ ...kim, identities })).not.toHaveProperty('extern_uid')
  })
})

it.each([
  ['location', null, '', true],
  ['location', ' Oslo', 'Oslo', true],
  ['email', 'Kim@Example.com ', 'kim@example.com', true],
  ['username', 'Kim', 'kim', false],
  ['note', 'One\r\nTwo', 'One\nTwo', true],
  ['note', 'One', 'One ', false],
  ['projects_limit', 0, null, false],
  ['admin', false, undefined, false],
  ['admin', null, undefined, true],
] as const)('sameUserValue(%s) for %j and %j is %s', (name, a, b, expected) => {
  expect(sameUserValue(name, a, b)).toBe(expected)
})
