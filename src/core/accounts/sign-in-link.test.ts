import { describe, expect, it } from 'vitest'
import { parseSignInLink } from './sign-in-link.ts'

const link = (query: string) => parseSignInLink(`latchkey://sign-in?${query}`)

describe('sign-in link', () => {
  it('has an instance and an application', () => {
    expect(link('instance=https%3A%2F%2Fgitlab.example.org%2Fgit&client=4f2a')).toEqual({
      instance: 'https://gitlab.example.org/git',
      clientId: '4f2a',
    })
    expect(link('instance=https://gitlab.example.org&client=4f2a')?.instance).toBe(
      'https://gitlab.example.org',
    )
  })

  it.each([
    ['no application', 'instance=https://gitlab.example.org'],
    ['no instance', 'client=4f2a'],
    ['two instances', 'instance=https://a.example&instance=https://b.example&client=4f2a'],
    ['two applications', 'instance=https://a.example&client=1&client=2'],
    ['a password in its instance', 'instance=https://ada:x@a.example&client=4f2a'],
    ['an instance that is no web address', 'instance=file:///etc/passwd&client=4f2a'],
    ['an application with other characters', 'instance=https://a.example&client=4f%262a'],
    ['too many characters', `instance=https://a.example/${'a'.repeat(700)}&client=4f2a`],
  ])('is ignored with %s', (_, query) => {
    expect(link(query)).toBeUndefined()
  })

  it.each(['https://gitlab.example.org', 'latchkey://keys', 'latchkey://sign-in', ''])(
    'is not in %o',
    (text) => {
      expect(parseSignInLink(text)).toBeUndefined()
    },
  )
})
