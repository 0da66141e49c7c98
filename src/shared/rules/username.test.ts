import { expect, it } from 'vitest'
import { isReservedUsername, isUsername, reservedExtension } from './username.ts'

it.each(['maya', 'maya.lindqvist', '_maya', '.maya', 'maya.movie', 'mov', 'ana-html'])(
  'accepts %s, as GitLab does',
  (username) => {
    expect(isUsername(username)).toBe(true)
    expect(reservedExtension(username)).toBeUndefined()
  },
)

it.each(['-maya', 'maya.', 'maya.git', 'maya.atom', 'maya l', 'maya\u200B', ''])(
  'rejects %j',
  (username) => {
    expect(isUsername(username)).toBe(false)
  },
)

it.each(['ivan.mov', '.mov', 'ana.html', 'jo.ics', 'a.b.json'])(
  'rejects %s, which ends with a file extension',
  (username) => {
    expect(isUsername(username)).toBe(false)
    expect(reservedExtension(username)).toBe(username.slice(username.lastIndexOf('.') + 1))
  },
)

it('recognizes the usernames that GitLab reserves', () => {
  expect(isReservedUsername('Admin')).toBe(true)
  expect(isReservedUsername('maya')).toBe(false)
})
