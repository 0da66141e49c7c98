import { describe, expect, it } from 'vitest'
import { parseDeepLink } from './deep-link.ts'

const user = (username: string) => ({ id: 1, username, name: username })
const accounts = [
  { id: 'a', baseUrl: 'https://git.example.org', user: user('ada') },
  { id: 'b', baseUrl: 'http://127.0.0.1:8080/git', user: user('bob') },
]

describe('parseDeepLink', () => {
  it.each([
    ['latchkey://keys', { path: 'keys' }],
    ['latchkey://keys/', { path: 'keys' }],
    ['latchkey://people/42', { path: 'people/42' }],
    ['latchkey://admin/people', { path: 'admin/people' }],
    ['latchkey://admin/people/42', { path: 'admin/people/42' }],
    ['latchkey://status?account=ada@git.example.org', { path: 'status', account: 'a' }],
    ['latchkey://status?account=ada%40git.example.org', { path: 'status', account: 'a' }],
    ['latchkey://home?account=bob@127.0.0.1:8080/git', { path: 'home', account: 'b' }],
  ])('%s opens a screen', (link, visit) => expect(parseDeepLink(link, accounts)).toEqual(visit))

  it('fills in the sign-in form', () => {
    const link = 'latchkey://sign-in?instance=https://git.example.org&client=4f2a'
    expect(parseDeepLink(link, accounts)).toEqual({ signIn: link })
  })

  it('opens a link of up to 300 characters', () => {
    const [start, name] = ['latchkey://', `?account=${encodeURIComponent('ada@git.example.org')}`]
    const link = (length: number) =>
      `${start}${'a'.repeat(length - start.length - name.length)}${name}`
    expect(parseDeepLink(link(300), accounts)).toMatchObject({ account: 'a' })
    expect(parseDeepLink(link(301), accounts)).toBeUndefined()
  })
})
