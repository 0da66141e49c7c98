import '../../testing/messages.ts'
import { describe, expect, it } from 'vitest'
import type { Identity, IdentityChoices } from '../../../shared/operations/identities.ts'
import { identityDraft, identityFormFields, newIdentity } from './identity-draft.ts'

const current: Identity = {
  id: 'ada',
  instance: 'https://git.example',
  username: 'ada',
  scope: 'host',
  folders: ['~/work'],
  name: 'Ada',
  email: 'ada@git.example',
  key: '~/.ssh/id.pub',
  signs: true,
  alias: 'git.example-ada',
}
const choicesOf = (identity?: Identity): IdentityChoices => ({
  name: 'Ada',
  emails: ['ada@git.example'],
  keys: [{ file: '~/.ssh/id.pub', title: 'id', onAccount: true, isLocked: false }],
  host: 'git.example',
  supportsRemoteConditions: true,
  alias: 'git.example-ada',
  ...(identity && { current: identity }),
})

describe('editing an identity', () => {
  it.each(['folders', 'host', 'alias'] as const)('keeps every part (%s)', (scope) => {
    const identity = { ...current, scope }
    const choices = choicesOf(identity)
    const { id: _id, instance: _instance, username: _username, ...fields } = identity
    expect(newIdentity(identityDraft(choices), choices)).toEqual(fields)
  })

  it('shows fields for the parts it keeps', () => {
    const choices = choicesOf(current)
    const fields = identityFormFields(identityDraft(choices), choices)
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['folders', 'alias']))
    expect(fields.folders).not.toHaveProperty('required')
  })

  it('omits folders and the SSH alias for a host identity without them', () => {
    const { alias: _, ...others } = current
    const choices = choicesOf({ ...others, folders: [] })
    const draft = identityDraft(choices)
    expect(Object.keys(identityFormFields(draft, choices))).not.toContain('folders')
    expect(newIdentity(draft, choices)).toEqual(
      expect.not.objectContaining({ alias: expect.anything() }),
    )
  })

  it('drops the folders when the scope changes to a host', () => {
    const choices = choicesOf({ ...current, scope: 'folders' })
    const draft = { ...identityDraft(choices), scope: 'host' as const }
    expect(newIdentity(draft, choices)).toMatchObject({ scope: 'host', folders: [] })
  })

  it('warns about a key for another host instead of suggesting it', () => {
    const purpose = { kind: 'host' as const, name: 'GitHub' }
    const key = {
      file: '~/.ssh/github.pub',
      title: 'github',
      onAccount: false,
      isLocked: false,
      purpose,
    }
    const choices = { ...choicesOf(), keys: [key] }
    const draft = identityDraft(choices)
    expect(draft).toMatchObject({ key: '', signs: false })
    expect(identityFormFields({ ...draft, key: key.file }, choices).key).toMatchObject({
      hint: 'Looks like a GitHub key',
    })
    const added = { ...choices, keys: [{ ...key, onAccount: true }] }
    expect(identityDraft(added)).toMatchObject({ key: key.file, signs: true })
  })

  it('explains why it doesn’t suggest signing with a locked key', () => {
    const [key] = choicesOf().keys
    const choices = { ...choicesOf(), keys: [{ ...key!, isLocked: true }] }
    const draft = identityDraft(choices)
    expect(draft).toMatchObject({ key: key!.file, signs: false })
    expect(identityFormFields(draft, choices).signs).toMatchObject({
      hint: expect.stringContaining('no SSH agent has it'),
    })
  })

  it('requires folders if the scope is folders', () => {
    const draft = identityDraft(choicesOf())
    expect(identityFormFields(draft, choicesOf()).folders).toHaveProperty('required')
    expect(newIdentity({ ...draft, key: '' }, choicesOf())).toEqual({
      scope: 'folders',
      folders: [],
      name: 'Ada',
      email: 'ada@git.example',
      signs: false,
    })
  })
})
