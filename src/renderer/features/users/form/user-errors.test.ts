import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../shared/failure.ts'
import { draftOf, freshDraft } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { draftErrors, serviceErrors } from './user-errors.ts'
import type { UserFieldName } from './user-fields.ts'

const before = draftOf({
  id: 7,
  username: 'nora.q',
  name: 'Nora Quist',
  state: 'active',
  email: 'nora@example.org',
  website_url: 'javascript:alert(1)',
  projects_limit: 10,
})
const namesOf = (change: Partial<UserDraft>) =>
  Object.keys(draftErrors(before, { ...before, ...change }, 'edit'))

describe('before it is sent', () => {
  it.each<[Partial<UserDraft>, UserFieldName]>([
    [{ name: ' ' }, 'name'],
    [{ name: 'n'.repeat(256) }, 'name'],
    [{ username: 'no spaces' }, 'username'],
    [{ username: '-dash' }, 'username'],
    [{ username: 'nora.git' }, 'username'],
    [{ username: 'dot.' }, 'username'],
    [{ email: '' }, 'email'],
    [{ email: 'nowhere' }, 'email'],
    [{ public_email: 'nowhere' }, 'public_email'],
    [{ commit_email: 'private' }, 'commit_email'],
    [{ password: 'short' }, 'password'],
    [{ password: 'x'.repeat(129) }, 'password'],
    [{ bio: 'b'.repeat(256) }, 'bio'],
    [{ pronouns: 'p'.repeat(51) }, 'pronouns'],
    [{ website_url: 'example.org' }, 'website_url'],
    [{ discord: 'nora#1234' }, 'discord'],
    [{ projects_limit: '' }, 'projects_limit'],
    [{ projects_limit: '-1' }, 'projects_limit'],
    [{ shared_runners_minutes_limit: '1.5' }, 'shared_runners_minutes_limit'],
    [{ provider: 'saml' }, 'extern_uid'],
    [{ extern_uid: 'nora' }, 'provider'],
  ])('finds what is wrong in %j', (change, name) => {
    expect(namesOf(change)).toEqual([name])
  })

  it.each<Partial<UserDraft>>([
    {},
    { bio: 'b'.repeat(255) },
    { commit_email: '_private' },
    { public_email: '' },
    { shared_runners_minutes_limit: '0' },
    { website_url: '' },
    { username: 'Nora_Q-2' },
    { email: 'kim@intranet', public_email: 'jörg@example.com', commit_email: 'o&m@example.com' },
  ])('accepts %j', (change) => {
    expect(namesOf(change)).toEqual([])
  })

  it('requires name, username, email and a password option for a new user', () => {
    const errors = (draft: UserDraft) => Object.keys(draftErrors(freshDraft(), draft, 'create'))
    const draft = freshDraft()
    expect(errors(draft)).toEqual(['name', 'username', 'email', 'password'])
    expect(errors({ ...draft, reset_password: 'yes' })).toEqual(['name', 'username', 'email'])
  })
})

describe('an answer of GitLab', () => {
  const failure = (change: Partial<Failure>): Failure => ({
    kind: 'invalid',
    message: 'Refused.',
    ...change,
  })

  it.each(['conflict', 'not-found'] as const)(
    'with a %s is shown at the field that is taken',
    (kind) => {
      const said = (message: string) =>
        Object.keys(serviceErrors(failure({ kind, message }), ['email', 'username', 'bio']))
      expect(said('Email has already been taken.')).toEqual(['email'])
      expect(said('Username has already been taken.')).toEqual(['username'])
      expect(said('Not Found.')).toEqual(['email', 'username'])
      expect(said('User Not Found.')).toEqual([])
    },
  )

  it('about an address that is not theirs says what to do first', () => {
    const errors = serviceErrors(failure({ kind: 'not-found', message: 'Email Not Found.' }), [
      'email',
    ])
    expect(errors.email?.[0]).toContain('Add it to their emails first')
  })

  it('is not assigned to a field if none that was sent fits', () => {
    expect(serviceErrors(failure({ kind: 'not-found', message: 'Not Found.' }), ['bio'])).toEqual(
      {},
    )
    expect(serviceErrors(failure({ kind: 'offline' }), ['email'])).toEqual({})
  })
})
