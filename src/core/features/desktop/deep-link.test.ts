import { describe, expect, it } from 'vitest'
import { visitedScreens } from '../../../shared/rules/settings.ts'
import { parseDeepLink } from './deep-link.ts'

const user = (username: string) => ({ id: 1, username, name: username })
const accounts = [
  { id: 'a', baseUrl: 'https://git.example.org', user: user('ada') },
  { id: 'b', baseUrl: 'http://127.0.0.1:8080/git', user: user('bob') },
]

describe('parseDeepLink', () => {
  it.each([
    ['latchkey://keys', { screen: 'keys' }],
    ['latchkey://keys/', { screen: 'keys' }],
    ['latchkey://people/42', { screen: 'person', id: 42 }],
    ['latchkey://admin/people', { screen: 'directory' }],
    ['latchkey://admin/people/42', { screen: 'admin-user', id: 42 }],
    ['latchkey://status?account=ada@git.example.org', { screen: 'status', account: 'a' }],
    ['latchkey://status?account=ada%40git.example.org', { screen: 'status', account: 'a' }],
    ['latchkey://home?account=bob@127.0.0.1:8080/git', { screen: 'home', account: 'b' }],
  ])('%s opens a screen', (link, visit) => expect(parseDeepLink(link, accounts)).toEqual(visit))

  it('supports every screen a link may open', () => {
    const links = ['home', 'profile', 'status', 'avatar', 'tokens', 'keys']
    links.push('computer', 'computer/repositories', 'emails')
    links.push('preferences', 'people', 'people/1', 'admin/activities', 'admin/people')
    links.push('admin/people/1', 'admin/service-accounts', 'admin/queue', 'admin/audit-log')
    links.push('accounts', 'settings')
    const screens = links.map((link) => parseDeepLink(`latchkey://${link}`, [])?.screen)
    expect(screens).toEqual([...visitedScreens])
  })
})
