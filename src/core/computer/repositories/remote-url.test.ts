import { describe, expect, it } from 'vitest'
import { parseRemoteUrl } from './remote-url.ts'

describe('parseRemoteUrl', () => {
  it.each([
    ['git@gitlab.com:group/project.git', { isSsh: true, host: 'gitlab.com', user: 'git' }],
    ['gitlab-work:group/project.git', { isSsh: true, host: 'gitlab-work' }],
    ['ssh://git@GitLab.com:2222/group/p.git', { isSsh: true, host: 'gitlab.com', port: 2222 }],
    ['git@[::1]:group/project.git', { isSsh: true, host: '::1' }],
    ['ssh://git@[fe80::1]:22/p.git', { isSsh: true, host: 'fe80::1', port: 22 }],
    ['https://gitlab.com/group/project.git', { isSsh: false, host: 'gitlab.com' }],
    ['https://gitlab.example.com:8443/git/p', { isSsh: false, port: 8443 }],
    ['/srv/git/project.git', { isSsh: false, shown: '/srv/git/project.git' }],
    ['./a:b', { isSsh: false }],
    ['C:\\git\\project', { isSsh: false }],
    ['file:///srv/git/p.git', { isSsh: false }],
  ])('returns the host and the user: %s', (url, parts) => {
    const parsed = parseRemoteUrl(url)
    expect(parsed).toMatchObject(parts)
    if (!('host' in parts) && !('port' in parts)) expect(parsed.host).toBeUndefined()
  })

  it.each([
    ['https://maya:glpat-secret@gitlab.com/p.git', 'https://gitlab.com/p.git'],
    ['https://glpat-secret@gitlab.com/p.git', 'https://gitlab.com/p.git'],
    ['https://gitlab.com/p.git?private_token=secret#x', 'https://gitlab.com/p.git'],
    ['ssh://git:secret@gitlab.com/p.git', 'ssh://git@gitlab.com/p.git'],
    ['secret@gitlab.com:p.git', 'gitlab.com:p.git'],
    ['https://a@b:secret@gitlab.com/p.git', 'https://gitlab.com/p.git'],
    ['https://secret@[broken/p.git', 'https://…/p.git'],
    ['git@gitlab.com:group/p#1.git', 'git@gitlab.com:group/p'],
    ['/srv/git/maya@work/p.git', '/…@work/p.git'],
    ['ssh://git@[fe80::1]:22/p.git', 'ssh://git@[fe80::1]:22/p.git'],
    ['https://gitlab.com:/p.git', 'https://gitlab.com:/p.git'],
  ])('hides passwords and tokens: %s', (url, shown) => {
    expect(parseRemoteUrl(url).shown).toBe(shown)
  })
})
