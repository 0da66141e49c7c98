import { expect, it } from 'vitest'
import { cleanEmail, isEmailAddress, isSameEmail, mayReceiveMail } from './email-address.ts'
import { emails } from '../gitlab/emails.ts'

const accepted = ['kim@intranet', 'jörg@example.com', 'o&m@example.com', 'a..b@example.com']

it.each([...accepted, 'ليلى@بريد.example', "o'hara+git@sub.example.co"])(
  'accepts %s in forms and requests, as GitLab does',
  (email) => {
    expect(isEmailAddress(email)).toBe(true)
    expect(emails.add.parameters.safeParse({ email }).success).toBe(true)
    expect(emails.addFor.parameters.safeParse({ email }).success).toBe(true)
  },
)

it.each(['', 'kim', '@intranet', 'kim@', 'kim @intranet', 'a@b@c', 'kim@intranet\nx', ' '])(
  'rejects %j before sending it',
  (email) => {
    expect(isEmailAddress(email)).toBe(false)
    expect(emails.add.parameters.safeParse({ email }).success).toBe(false)
  },
)

it.each<[text: string, email: string]>([
  ['one@example.com\u200B', 'one@example.com'],
  ['two@exam\u00ADple.com', 'two@example.com'],
  ['\u202Athree@example.com\u202C', 'three@example.com'],
  ['\u00A0four@example.com ', 'four@example.com'],
  ['<five@example.com>', 'five@example.com'],
  ['"Six, S" <six@example.com>,', 'six@example.com'],
  ['mailto:seven@example.com?subject=Hi', 'seven@example.com'],
  ['<MAILTO:eight@example.com>;', 'eight@example.com'],
  ['nine@example.com,', 'nine@example.com'],
  ...[...accepted, 'a?b@example.com'].map((email): [string, string] => [email, email]),
])('extracts the address from %j', (text, email) => {
  expect(cleanEmail(text)).toBe(email)
  expect(emails.add.parameters.parse({ email: text })).toEqual({ email })
})

it('ignores case and surrounding spaces', () => {
  expect(isSameEmail(' Jörg@Example.com', 'jörg@example.com')).toBe(true)
  expect(isSameEmail('jorg@example.com', 'jörg@example.com')).toBe(false)
})

it.each([
  ['maya@home.example', true],
  ['maya@mail.example.co.uk', true],
  ['maya@laptop', false],
  ['maya@Laptop.local', false],
  ['maya@laptop.localdomain', false],
  ['maya@laptop.(none)', false],
  ['', false],
])('tells that %s may receive mail: %s', (email, isPossible) => {
  expect(mayReceiveMail(email)).toBe(isPossible)
})
