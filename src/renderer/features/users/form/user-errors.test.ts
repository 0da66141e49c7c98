import { describe, expect, it } from 'vitest'
import type { FormField } from '../../../../shared/rules/user-fields.ts'
import { fieldErrors } from '../../../forms/form-field.ts'
import { userToDraft, freshUserDraft } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { userControls } from './user-controls.ts'
import { userDraftErrors } from './user-errors.ts'

const before = userToDraft({
  id: 7,
  username: 'nora.q',
  name: 'Nora Quist',
  state: 'active',
  email: 'nora@example.org',
  website_url: 'javascript:alert(1)',
  projects_limit: 10,
})
/** Returns the fields with errors. */
function wrongFields(change: Partial<UserDraft>): string[] {
  const draft = { ...before, ...change }
  const fields = userControls('edit', draft, before, [])
  const errors = fieldErrors(fields, draft, Object.keys(change))
  return Object.keys({ ...errors, ...userDraftErrors(before, draft, 'edit') })
}

describe('validation', () => {
  it.each<[Partial<UserDraft>, FormField]>([
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
  ])('rejects %j', (change, name) => {
    expect(wrongFields(change)).toEqual([name])
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
    expect(wrongFields(change)).toEqual([])
  })

  it('requires name, username, email and a password option for a new user', () => {
    const errors = (draft: UserDraft) =>
      Object.keys(userDraftErrors(freshUserDraft(), draft, 'create'))
    const draft = freshUserDraft()
    expect(errors(draft)).toEqual(['name', 'username', 'email', 'password'])
    expect(errors({ ...draft, reset_password: 'yes' })).toEqual(['name', 'username', 'email'])
  })
})
