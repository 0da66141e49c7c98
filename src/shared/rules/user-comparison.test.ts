import { expect, it } from 'vitest'
import type { RecordFields } from './three-way.ts'
import { compareUser } from './user-comparison.ts'
import type { ReturnedUser } from './user-record.ts'

const kim: ReturnedUser = {
  id: 7,
  username: 'kim',
  name: 'Kim',
  email: 'kim@example.com',
  is_admin: false,
  bio: '',
}
const saml = { provider: 'saml', extern_uid: 'k1' }

it.each<[string, RecordFields, Partial<ReturnedUser>, ignored: string[], unseen: string[]]>([
  ['saved', { name: 'Kim Lee', admin: true }, { name: 'Kim Lee', is_admin: true }, [], []],
  ['ignored', { name: 'Kim Lee', admin: true }, {}, ['name', 'admin'], []],
  ['absent from a list', { pronouns: 'they' }, {}, [], ['pronouns']],
  ['ignored on the profile page', { pronouns: 'they' }, { pronouns: '' }, ['pronouns'], []],
  ['absent though it is always returned', { note: 'x' }, {}, ['note'], []],
  ['empty and absent', { note: '' }, {}, ['note'], []],
  ['never returned', { password: 'secret' }, {}, [], ['password']],
  ['only a choice', { force_random_password: true, skip_reconfirmation: true }, {}, [], []],
  ['unknown', { nonsense: 1 }, {}, ['nonsense'], []],
  ['an email to be confirmed', { email: 'k@example.com' }, {}, [], ['email']],
  [
    'an email that needs no confirmation',
    { email: 'k@example.com', skip_reconfirmation: true },
    {},
    ['email'],
    [],
  ],
  ['no commit email', { commit_email: '' }, { commit_email: 'kim@example.com' }, [], []],
  [
    'the former commit email',
    { commit_email: '' },
    { commit_email: 'a@b.c' },
    ['commit_email'],
    [],
  ],
  [
    'another commit email',
    { commit_email: 'a@b.c' },
    { commit_email: 'kim@example.com' },
    ['commit_email'],
    [],
  ],
  ['a saved identity', saml, { identities: [saml] }, [], []],
  [
    'an identity with another ID',
    { ...saml, extern_uid: 'k2' },
    { identities: [saml] },
    ['extern_uid'],
    [],
  ],
  ['an ignored identity', saml, { identities: [] }, ['provider', 'extern_uid'], []],
  [
    'a saved group identity',
    { ...saml, group_id_for_saml: 5 },
    { identities: [{ ...saml, saml_provider_id: 3 }] },
    [],
    [],
  ],
  [
    'an identity without its group',
    { ...saml, group_id_for_saml: 5 },
    { identities: [{ ...saml, saml_provider_id: null }] },
    ['group_id_for_saml'],
    [],
  ],
])('recognizes a field that is %s', (_, sent, changes, ignored, unseen) => {
  expect(compareUser(sent, { ...kim, ...changes })).toEqual({ ignored, unseen })
})
