import { expect, it } from 'vitest'
import { emailInUserId } from './user-id.ts'

it.each([
  ['Kim <kim@intranet>', 'kim@intranet'],
  ['Jörg (work) <jörg@example.com> ', 'jörg@example.com'],
  ['o&m@example.com', 'o&m@example.com'],
  ['Kim at home', undefined],
  ['Kim <not an address>', undefined],
])('finds the email address in %j', (userId, email) => {
  expect(emailInUserId(userId)).toBe(email)
})
