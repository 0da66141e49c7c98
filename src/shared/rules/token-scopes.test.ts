import { describe, expect, it } from 'vitest'
import { en } from '../messages/english.ts'
import { createTranslator } from '../messages/translator.ts'
import {
  type GranularPermissions,
  scopeTexts,
  tokenJobs,
  tokenJobsMessage,
} from './token-scopes.ts'

const { textOf } = createTranslator(en, { language: 'en' })
const words = (token: Parameters<typeof scopeTexts>[0]) => scopeTexts(token).map(textOf)

describe('scopeTexts', () => {
  it('returns the scopes of a token', () => {
    expect(words({ scopes: ['api', 'read_user'], granular_scopes: [] })).toEqual([
      'api',
      'read_user',
    ])
    expect(words({ scopes: null })).toEqual([])
  })

  it('describes the permissions of a fine-grained token and their reach', () => {
    const granular_scopes: GranularPermissions[] = [
      { access: 'user', permissions: ['read_ssh_key', 'create_ssh_key'] },
      { access: 'selected_memberships', permissions: ['read_issue'], project_id: 7 },
      { access: 'selected_memberships', permissions: ['read_member'], group_id: 12 },
      { access: 'instance', permissions: ['block_user'], project_id: null, group_id: null },
      { access: 'whole_galaxy', permissions: ['read_star'] },
    ]
    expect(words({ scopes: ['granular'], granular_scopes })).toEqual([
      'Own account: read ssh key and create ssh key',
      'Project 7: read issue',
      'Group 12: read member',
      'Whole instance: block user',
      'whole galaxy: read star',
    ])
  })

  it('says that the permissions are unknown if GitLab doesn’t return them', () => {
    expect(words({ scopes: ['granular'] })).toEqual(['Fine-grained, permissions unknown'])
  })
})

describe('tokenJobsMessage', () => {
  const text = (scopes: GranularPermissions[], isAdmin = false) =>
    textOf(tokenJobsMessage(scopes, isAdmin) ?? '')
  const all = (access: 'user' | 'instance') => ({
    access,
    permissions: tokenJobs.flatMap((job) => (job.access === access ? job.permissions : [])),
  })

  it('lists what Latchkey can do with a fine-grained token and what it can’t', () => {
    const permissions = ['read_user', 'read_ssh_key', 'create_ssh_key', 'delete_ssh_key']
    expect(text([{ access: 'user', permissions: [...permissions, 'read_email'] }])).toBe(
      'This fine-grained token allows: Profile and SSH keys. ' +
        'It lacks permissions for: Following, Counts, Emails, and Tokens.',
    )
    expect(text([{ access: 'selected_memberships', permissions: ['read_user'] }])).toMatch(
      /^This fine-grained token lacks permissions for: Profile, /,
    )
  })

  it('lists the jobs of administrators, which need access to the instance', () => {
    expect(text([all('user')])).toBe(
      'This fine-grained token has all permissions that GitLab lists for Latchkey.',
    )
    expect(text([all('user')], true)).toContain('It lacks permissions for: Users, Moderation, ')
    expect(text([all('user'), all('instance')], true)).not.toContain('lacks')
  })

  it('names the permission to read permissions if they are unknown', () => {
    expect(text([])).toBe(
      'This fine-grained token’s permissions are unknown. ' +
        'GitLab lists them if it has the permission read_personal_access_token.',
    )
  })

  it('is absent for other tokens', () => {
    expect(tokenJobsMessage(undefined, true)).toBeUndefined()
  })
})
