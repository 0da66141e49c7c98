import { expect, it } from 'vitest'
import { isUsername, reservedExtension, usernameRules } from './username.ts'

/** The rules that a username breaks. */
const brokenBy = (username: string) =>
  usernameRules.filter(({ accepts }) => !accepts(username)).map(({ rule }) => rule)

it.each([
  'maya',
  'Maya.L',
  '_maya',
  '.maya',
  'maya.movie',
  'mov',
  'ana-html',
  '7',
  'x'.repeat(255),
  // GitLab compares these endings as they are written.
  'maya.GIT',
])('%s breaks no rule', (username) => {
  expect(brokenBy(username)).toEqual([])
  expect(isUsername(username)).toBe(true)
})

it.each<[string, (typeof usernameRules)[number]['rule'][]]>([
  ['x'.repeat(256), ['length']],
  ['Admin', ['reserved']],
  ['-maya', ['syntax']],
  ['maya.', ['syntax']],
  ['maya.git', ['syntax']],
  ['maya.atom', ['syntax', 'extension']],
  ['maya l', ['syntax']],
  ['maya\u200B', ['syntax']],
  ['maya\n', ['syntax']],
  ['jürgen', ['syntax']],
  ['', ['syntax']],
  ['ivan.mov', ['extension']],
  ['.mov', ['extension']],
  ['a.b.json', ['extension']],
  ['robots.txt', ['reserved', 'extension']],
])('%j breaks the rules %j', (username, rules) => {
  expect(brokenBy(username)).toEqual(rules)
  expect(isUsername(username)).toBe(!rules.some((rule) => ['syntax', 'extension'].includes(rule)))
})

it.each(usernameRules)('the rule for $rule has a source in GitLab', ({ source }) => {
  expect(source).toMatch(/^(app|lib)\//)
})

it('names the reserved extension', () => {
  expect(reservedExtension('a.b.json')).toBe('json')
  expect(reservedExtension('ana-html')).toBeUndefined()
})
