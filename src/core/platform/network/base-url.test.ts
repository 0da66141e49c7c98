import { describe, expect, it } from 'vitest'
import { FailureError, formatFailure } from '../failure.ts'
import { normalizeBaseUrl, tokenPage } from './base-url.ts'

describe('normalizeBaseUrl', () => {
  it.each([
    ['https://git.example.org/', 'https://git.example.org'],
    ['  git.example.org ', 'https://git.example.org'],
    ['https://git.example.org/api/v4', 'https://git.example.org'],
    ['https://git.example.org/api/v4/user?x=1#y', 'https://git.example.org'],
    ['https://git.example.org:8443/', 'https://git.example.org:8443'],
    ['https://example.org/tools/git/', 'https://example.org/tools/git'],
    ['https://example.org/git/-/user_settings/profile', 'https://example.org/git'],
    ['https:/git.example.org', 'https://git.example.org'],
    ['https://example.org/git/users/sign_in', 'https://example.org/git'],
    ['HTTPS://Git.Example.ORG', 'https://git.example.org'],
    ['127.0.0.1:8080/git', 'http://127.0.0.1:8080/git'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['münchen.example', 'https://xn--mnchen-3ya.example'],
    ['https://[2001:db8::1]:8443/git/', 'https://[2001:db8::1]:8443/git'],
    ['192.168.1.20:8080', 'https://192.168.1.20:8080'],
    ['gitlab', 'https://gitlab'],
    ['my_host.example', 'https://my_host.example'],
    ['git.example.org.', 'https://git.example.org'],
    ['git.example.org:443', 'https://git.example.org'],
    ['https//git.example.org', 'https://git.example.org'],
    ['https:git.example.org', 'https://git.example.org'],
    ['https:\\\\git.example.org\\git', 'https://git.example.org/git'],
    ['https://git.example.org//', 'https://git.example.org'],
    ['https://example.org//git//', 'https://example.org/git'],
    ['https://example.org/git/users/sign_in?redirect=1', 'https://example.org/git'],
    ['https://example.org/git/dashboard/projects', 'https://example.org/git'],
    ['https://example.org/explore', 'https://example.org'],
    ['https:///git.example.org', 'https://git.example.org'],
    ['//git.example.org/git', 'https://git.example.org/git'],
    ['https://example.org/git/-/profile/keys#new', 'https://example.org/git'],
    ['https://example.org/users-of/git', 'https://example.org/users-of/git'],
    ['https://git.example.org/groups/x/-/settings', 'https://git.example.org'],
    ['https://example.org/git/groups/x', 'https://example.org/git'],
    ['https://git.example.org/group/project/-/issues/7#note_1', 'https://git.example.org'],
    ['https://git.example.org/a/b/project/-/tree/main/api/v4', 'https://git.example.org'],
    ['https://example.org/tools/git/-/user_settings/profile', 'https://example.org/tools/git'],
    ['https://gitlab.com/group/project', 'https://gitlab.com'],
    ['gitlab.com/dashboard/todos', 'https://gitlab.com'],
  ])('normalizes %s to %s', (typed, baseUrl) => {
    expect(normalizeBaseUrl(typed)).toMatchObject({ baseUrl, needsHttpConsent: false })
  })

  it.each([
    ['/help/gitlab', ['/help/gitlab']],
    ['/dev/groups/api/v4/user', ['/dev/groups']],
    ['/users/git/-/user_settings/profile', ['/users/git']],
    ['/git/admin/users/ines', ['/git/admin', '/git/admin/users/ines']],
    ['/git/group/project/-/issues/7', []],
    ['/git', []],
  ])('detects that %s may also belong to an instance at %j', (path, folders) => {
    expect(normalizeBaseUrl(`https://example.org${path}`).alternatives).toEqual(
      folders.map((folder) => `https://example.org${folder}`),
    )
  })

  it('requires consent for plain http to another host', () => {
    expect(normalizeBaseUrl('http://git.example.org').needsHttpConsent).toBe(true)
  })

  it('defaults to plain http only for this computer if the scheme is missing', () => {
    const baseUrl = 'http://localhost:3000'
    expect(normalizeBaseUrl('localhost:3000')).toMatchObject({ baseUrl, needsHttpConsent: true })
  })

  it.each([
    '',
    '   ',
    'https://',
    'ftp://git.example.org',
    'https://me:secret@git.example.org',
    'no spaces',
    'https://me:secret@git.example.org:99999',
    'https://me:secret@ht!tp',
    'ht!tp:// foo bar',
    'ht!tp://foo',
    'http;//git.example.org',
    'https://https://git.example.org',
    'git.example .org',
    'git.exa\nmple.org',
    'git..example.org',
    '.example.org',
    '...',
    '-git.example.org',
    'git-.example.org',
    '*.example.org',
    'git,example.org',
    "git'example.org",
    'git$example.org',
    'git(example).org',
    'me@example.org',
    'mailto:me@example.org',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,hello',
    'git.example.org:99999',
    'git.example.org:ssh',
    'git.example.org:0',
    'https://[::1',
    '[git.example.org]',
    '12345',
    '127.1',
    '0x7f000001',
    '999.1.1.1',
    'https://?',
    '#',
    '/git',
    '<git.example.org>',
    'git@example.org:group/project.git',
    `${'a'.repeat(64)}.example.org`,
  ])('rejects “%s” next to the URL field', (typed) => {
    expect(() => normalizeBaseUrl(typed)).toThrow(FailureError)
    try {
      normalizeBaseUrl(typed)
    } catch (error) {
      const failure = formatFailure((error as FailureError).failure)
      expect(failure).toMatchObject({
        kind: 'invalid',
        fields: { baseUrl: [expect.any(String)] },
      })
      expect(failure.message).not.toContain('secret')
    }
  })
})

describe('tokenPage', () => {
  it('fills in the name and scopes', () => {
    expect(tokenPage('https://example.org/git', false)).toBe(
      'https://example.org/git/-/user_settings/personal_access_tokens?name=Latchkey&scopes=api',
    )
    expect(tokenPage('https://example.org', true)).toContain('scopes=api%2Cadmin_mode')
  })
})
