import { expect, it } from 'vitest'
import { isEmailAddress, isSameEmail } from './email-address.ts'
import { emails } from './service/emails.ts'

const taken = ['kim@intranet', 'jörg@example.com', 'o&m@example.com', 'a..b@example.com']

it.each([...taken, 'ليلى@بريد.example', "o'hara+git@sub.example.co"])(
  'accepts %s, as GitLab does, in forms and in what is sent',
  (email) => {
    expect(isEmailAddress(email)).toBe(true)
    expect(emails.add.parameters.safeParse({ email }).success).toBe(true)
    expect(emails.addFor.parameters.safeParse({ email }).success).toBe(true)
  },
)

it.each(['', 'kim', '@intranet', 'kim@', 'kim @intranet', 'a@b@c', 'kim@intranet\nx', ' '])(
  'refuses %j before it is sent',
  (email) => {
    expect(isEmailAddress(email)).toBe(false)
    expect(emails.add.parameters.safeParse({ email }).success).toBe(false)
  },
)

it('ignores case and surrounding spaces', () => {
  expect(isSameEmail(' Jörg@Example.com', 'jörg@example.com')).toBe(true)
  expect(isSameEmail('jorg@example.com', 'jörg@example.com')).toBe(false)
})
