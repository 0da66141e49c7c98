import { describe, expect, it } from 'vitest'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { changeRows } from './change-messages.ts'
import {
  draftToBase,
  changedValues,
  draftToNewUser,
  userToDraft,
  freshUserDraft,
  undoValues,
  unsupportedFields,
} from './user-draft.ts'
import { formSections } from './user-sections.ts'
import type { UserDraft } from './user-draft.ts'

const nora: UserForAdmins = {
  id: 7,
  username: 'nora.q',
  name: 'Nora Quist',
  state: 'active',
  email: 'nora@example.org',
  is_admin: false,
  external: false,
  can_create_group: true,
  private_profile: false,
  projects_limit: 100,
  theme_id: 1,
  location: null,
  bio: '',
  shared_runners_minutes_limit: 400,
}
const before = userToDraft(nora)
const changed = (change: Partial<UserDraft>) => ({ ...before, ...change })

describe('changes', () => {
  it('are empty if the form is untouched or only has added spaces', () => {
    expect(changedValues(before, before)).toEqual({})
    expect(
      changedValues(before, changed({ name: ' Nora Quist  ', email: 'nora@example.org ' })),
    ).toEqual({})
  })

  it('contain only changed fields, in the API’s format', () => {
    const draft = changed({
      name: 'Nora Q.',
      admin: 'yes',
      can_create_group: 'no',
      projects_limit: '5',
      theme_id: '4',
      bio: 'Two\nlines ',
      shared_runners_minutes_limit: '',
      extra_shared_runners_minutes_limit: '0',
    })
    expect(changedValues(before, draft)).toEqual({
      name: 'Nora Q.',
      admin: true,
      can_create_group: false,
      projects_limit: 5,
      theme_id: 4,
      bio: 'Two\nlines ',
      shared_runners_minutes_limit: null,
      extra_shared_runners_minutes_limit: 0,
    })
  })

  it('clear a text field with an empty string', () => {
    expect(changedValues({ ...before, location: 'Bergen' }, before)).toEqual({ location: '' })
  })

  it('send provider and UID together, whichever changed', () => {
    expect(
      changedValues(before, changed({ provider: 'ldapmain', extern_uid: ' uid=nora ' })),
    ).toEqual({
      provider: 'ldapmain',
      extern_uid: 'uid=nora',
    })
    const saml = changed({ provider: 'group_saml', extern_uid: 'n', group_id_for_saml: '7' })
    expect(changedValues(before, saml)).toEqual({
      provider: 'group_saml',
      extern_uid: 'n',
      group_id_for_saml: 7,
    })
  })

  it('leave the limits of an external user to GitLab', () => {
    const draft = changed({ external: 'yes', projects_limit: '9', can_create_group: 'no' })
    expect(changedValues(before, draft)).toEqual({ external: true })
  })

  it('skip email confirmation only with a new email', () => {
    expect(changedValues(before, changed({ skip_reconfirmation: 'yes' }))).toEqual({})
    const draft = changed({ skip_reconfirmation: 'yes', email: 'n@example.org' })
    expect(changedValues(before, draft)).toEqual({
      email: 'n@example.org',
      skip_reconfirmation: true,
    })
  })

  it('omit fields GitLab doesn’t return until they are set', () => {
    expect(before.view_diffs_file_by_file).toBe('')
    expect(before.auditor).toBe('')
    expect(changedValues(before, changed({ auditor: 'no' }))).toEqual({ auditor: false })
  })

  it('are listed without the password', () => {
    const draft = changed({ theme_id: '5', password: 'tidal-lantern-19', name: '', admin: 'yes' })
    expect(changeRows(before, draft)).toEqual([
      { name: 'name', label: 'Name', from: 'Nora Quist', to: 'Empty' },
      { name: 'password', label: 'Password', from: 'Not shown', to: 'New password' },
      { name: 'admin', label: 'Administrator', from: 'No', to: 'Yes' },
      { name: 'theme_id', label: 'Navigation theme', from: 'Indigo', to: 'Green' },
    ])
  })
})

describe('base of an edit', () => {
  it('contains the fields as GitLab returned them', () => {
    const base = draftToBase(before, nora)
    expect(base).toMatchObject({
      name: 'Nora Quist',
      admin: false,
      theme_id: 1,
      projects_limit: 100,
    })
    expect(base).toMatchObject({ location: null, auditor: null, skype: null })
    expect(base).not.toHaveProperty('password')
    expect(base).not.toHaveProperty('extern_uid')
  })

  it('contains the existing identity from the new identity’s provider', () => {
    const identities = [{ provider: 'saml', extern_uid: 'nora' }]
    expect(draftToBase(before, { ...nora, identities }, 'saml')).toMatchObject({
      extern_uid: 'nora',
    })
    expect(draftToBase(before, nora, 'saml')).toMatchObject({ extern_uid: null })
  })
})

describe('creation', () => {
  const fresh = { ...freshUserDraft(), name: 'Nora', username: 'nora', email: ' nora@example.org ' }

  it('sends the three required fields and any others that were set', () => {
    expect(draftToNewUser({ ...fresh, reset_password: 'yes', private_profile: 'yes' })).toEqual({
      name: 'Nora',
      username: 'nora',
      email: 'nora@example.org',
      reset_password: true,
      private_profile: true,
    })
  })

  it('omits a password that another field would override', () => {
    const password = 'tidal-lantern-19'
    expect(draftToNewUser({ ...fresh, password })).toMatchObject({ password })
    const random = draftToNewUser({ ...fresh, password, force_random_password: 'yes' })
    expect(random).not.toHaveProperty('password')
  })
})

describe('undo', () => {
  it('sends the previous values, except for fields changed by others since', () => {
    const sent = changed({ name: 'Nora Q.', bio: 'Waves.' })
    const after = { ...sent, location: 'Bergen' }
    expect(undoValues(before, sent, after)).toEqual({ name: 'Nora Quist', bio: '' })
    expect(undoValues(before, sent, after, ['bio'])).toEqual({ bio: '' })
    expect(undoValues(before, sent, after, [])).toBeUndefined()
  })

  it('restores the limits of an external user', () => {
    const sent = changed({ external: 'yes' })
    const after = { ...sent, projects_limit: '0', can_create_group: 'no' }
    expect(undoValues(before, sent, after)).toEqual({
      external: false,
      projects_limit: 100,
      can_create_group: true,
    })
  })

  it('restores an email without another confirmation', () => {
    const sent = changed({ email: 'n@example.org', skip_reconfirmation: 'yes' })
    expect(undoValues(before, sent, { ...sent, skip_reconfirmation: 'no' })).toEqual({
      email: 'nora@example.org',
      skip_reconfirmation: true,
    })
  })

  it('isn’t offered for irreversible changes', () => {
    const undo = (change: Partial<UserDraft>, after = changed(change)) =>
      undoValues(before, changed(change), after)
    expect(undo({ password: 'tidal-lantern-19' })).toBeUndefined()
    expect(undo({ provider: 'saml', extern_uid: 'n' })).toBeUndefined()
    expect(undo({ view_diffs_file_by_file: 'yes' })).toBeUndefined()
    expect(undo({ email: 'n@example.org' }, before)).toBeUndefined()
  })
})

describe('instance without some fields', () => {
  const community: UserForAdmins = {
    id: 7,
    username: 'nora.q',
    name: 'Nora Quist',
    state: 'active',
  }
  const enterprise: UserForAdmins = {
    ...community,
    github: '',
    is_auditor: false,
    provisioned_by_group_id: null,
    shared_runners_minutes_limit: null,
    extra_shared_runners_minutes_limit: null,
  }

  it('omits them from the form for an existing user', () => {
    const unknown = unsupportedFields(community)
    expect(unknown.toSorted()).toEqual([
      'auditor',
      'extra_shared_runners_minutes_limit',
      'github',
      'group_id_for_saml',
      'shared_runners_minutes_limit',
      'skype',
    ])
    expect(unsupportedFields(enterprise)).toEqual(['skype'])
    const ids = formSections('edit', unknown).map(({ id }) => id)
    expect(ids).not.toContain('tiered')
    expect(ids).toContain('picture')
    expect(formSections('create').flatMap(({ fields }) => fields)).toContain('auditor')
  })
})
