import { describe, expect, it } from 'vitest'
import type { Failure } from '../../shared/rules/failure.ts'
import { formatFailure } from '../platform/failure.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { failureFromResponse } from './error-response.ts'
import type { SentFields } from './refusal.ts'

const target = { baseUrl: 'https://git.example.org', token: 't', isAdmin: true }

function failure(status: number, body: unknown, sent?: SentFields, type?: string): Failure {
  return formatFailure(unformatted(status, body, sent, type))
}

function unformatted(status: number, body: unknown, sent?: SentFields, type = 'application/json') {
  const text = type === 'application/json' ? JSON.stringify(body) : String(body)
  const headers = new Headers(type ? { 'content-type': type } : {})
  const answer = { status, headers, text, body: Buffer.from(text) }
  return failureFromResponse(target, serviceTable.users.modify, answer, 0, sent).failure
}

const refused = 'git.example.org refused this (400).'
const taken = ['has already been taken']
const sameName = 'A user, alias, or group already exists with that username.'

const bodies: [status: number, body: unknown, message: string, fields?: object][] = [
  // A sentence.
  [404, { message: '404 User Not Found' }, 'User Not Found.'],
  [404, { message: '404 GPG Key Not Found' }, 'GPG Key Not Found.'],
  [404, { error: '404 Not Found' }, 'Not Found.'],
  [403, { message: '403 Forbidden - Not authorized!' }, 'Not authorized!'],
  [403, { message: 'You cannot ban blocked users.' }, 'You cannot ban blocked users.'],
  [400, { message: '400 Bad request - no such thing' }, 'No such thing.'],
  [400, { message: '400 Bad Request' }, refused],
  [422, { message: "Scopes can't be blank" }, "Scopes can't be blank."],
  [
    422,
    { message: 'Expires at must be before 2027-01-01' },
    'Expires at must be before 2027-01-01.',
  ],
  [409, { message: 'Email has already been taken' }, 'Email has already been taken.'],
  [409, { message: '409 Conflict: Resource lock' }, 'Conflict: Resource lock.'],
  [412, { message: '412 Precondition Failed' }, 'Precondition Failed.'],
  [400, { message: 'Avatar is too big. Avatar is odd' }, 'Avatar is too big. Avatar is odd.'],
  [400, { message: '  two\n lines  ' }, 'Two lines.'],
  // By field.
  [400, { message: { email: taken } }, 'Email has already been taken.', { email: taken }],
  [
    400,
    { message: { expires_at: ['is too late', 'is odd'] } },
    'Expires at is too late and Expires at is odd.',
    { expires_at: ['is too late', 'is odd'] },
  ],
  [
    400,
    { message: { fingerprint_sha256: taken } },
    'Fingerprint SHA256 has already been taken.',
    { fingerprint_sha256: taken },
  ],
  [
    400,
    { message: { 'user_detail.bio': ['is too long'] } },
    'Bio is too long.',
    { 'user_detail.bio': ['is too long'] },
  ],
  [
    400,
    { message: { user: { bio: ['is too long'] } } },
    'Bio is too long.',
    { 'user.bio': ['is too long'] },
  ],
  [
    400,
    { message: { user: { detail: { bio: ['is too long'] } } } },
    'Bio is too long.',
    { 'user.bio': ['is too long'] },
  ],
  [
    400,
    { message: { user: { user_detail: { bio: { base: ['is too long'] } } } } },
    'Bio is too long.',
    { 'user.user_detail.bio': ['is too long'] },
  ],
  // This field has the name of a wrapper key: the message of a user status.
  [
    400,
    { message: { message: ['is too long (maximum is 100 characters)'] } },
    'Message is too long (maximum is 100 characters).',
    { message: ['is too long (maximum is 100 characters)'] },
  ],
  [
    400,
    { message: { emoji: ['is odd'], message: ['is odd'] } },
    'Emoji is odd and Message is odd.',
    { emoji: ['is odd'], message: ['is odd'] },
  ],
  [
    400,
    { message: { status: { message: ['is odd'], error: ['is odd'] } } },
    'Message is odd and Error is odd.',
    { 'status.message': ['is odd'], 'status.error': ['is odd'] },
  ],
  [400, { message: { email: 'is odd' } }, 'Email is odd.', { email: ['is odd'] }],
  [
    400,
    { message: { email: [{ name: ['is odd'] }] } },
    'Name is odd.',
    { 'email.name': ['is odd'] },
  ],
  [400, { message: { email: null } }, 'Email is not valid.', { email: ['is not valid'] }],
  [400, { message: { email: [] } }, 'Email is not valid.', { email: ['is not valid'] }],
  [
    400,
    { message: { email: 7, name: true } },
    'Email is not valid and Name is not valid.',
    {
      email: ['is not valid'],
      name: ['is not valid'],
    },
  ],
  [
    400,
    { message: { key: ['RSA keys must be longer'] } },
    'RSA keys must be longer.',
    {
      key: ['RSA keys must be longer'],
    },
  ],
  // Errors about the entire record.
  [400, { message: { base: [sameName] } }, sameName],
  [400, { message: { base: 'Nothing works' } }, 'Nothing works.'],
  [400, { message: { user: { base: ['It is odd'] } } }, 'It is odd.', { user: ['It is odd'] }],
  [400, { message: { error: 'You asked too often' } }, 'You asked too often.'],
  [400, { message: { error: { name: ['is odd'] } } }, 'Name is odd.', { name: ['is odd'] }],
  [400, { message: { error: { message: 'is deep' } } }, 'Is deep.'],
  [400, { message: { error: ['one', 'two'] } }, 'One and two.'],
  // Parameter checks.
  [
    400,
    { error: 'name is missing, scopes is missing' },
    'Name is missing and Scopes is missing.',
    { name: ['is missing'], scopes: ['is missing'] },
  ],
  [
    400,
    { error: 'clear_status_after does not have a valid value' },
    'Clear status after does not have a valid value.',
    { clear_status_after: ['does not have a valid value'] },
  ],
  [
    400,
    {
      error:
        'password, reset_password, force_random_password are missing, at least one parameter must be provided',
    },
    'One of these is required: Password, Reset password, and Force random password.',
  ],
  [
    405,
    { error: 'Keyset pagination is not yet available' },
    'Keyset pagination is not yet available.',
  ],
  [400, { error: 'unsupported_thing' }, 'Unsupported thing.'],
  [400, { error: { message: 'Odd.' } }, 'Odd.'],
  [400, { error: 'invalid_request', error_description: 'the token is odd' }, 'The token is odd.'],
  [400, { errors: ['one is odd', 'one is odd'] }, 'One is odd.'],
  [400, { detail: 'somebody else’s words' }, 'Somebody else’s words.'],
  // Bodies without readable text.
  [400, { message: null }, refused],
  [400, { message: null, error: null }, refused],
  [400, { message: {} }, refused],
  [400, { message: [] }, refused],
  [400, { message: 7 }, refused],
  [400, { message: true }, refused],
  [400, { message: [null, 7, false] }, refused],
  [400, { message: '' }, refused],
  [400, { message: '<!DOCTYPE html><html><body>Bad</body></html>' }, refused],
  [400, {}, refused],
  [400, null, refused],
  [400, [], refused],
  [400, 'Something is odd', 'Something is odd.'],
  [400, ['one', 'two'], 'One and two.'],
  [400, { message: ['one', 'two'] }, 'One and two.'],
]

describe('error message', () => {
  it.each(bodies)('is one plain sentence for %i %j', (status, body, message, fields) => {
    const result = failure(status, body)
    expect(result.message).toBe(message)
    expect(result.message).not.toMatch(/[{}[\]"]|undefined|object Object/)
    expect(result.fields).toEqual(fields)
  })

  it('is kept short for long and deeply nested bodies', () => {
    const long = failure(400, { message: { name: Array(200).fill('x'.repeat(50)) } })
    expect(String(long.message).length).toBeLessThan(600)
    const deep = (levels: number) => {
      let value: unknown = 'bottom'
      for (let level = 0; level < levels; level += 1) value = { [`level_${level}`]: value }
      return failure(400, { message: value }).message
    }
    expect(deep(50)).toMatch(/ is not valid\.$/)
    expect(deep(2000)).toBe('git.example.org refused this (400).')
  })

  it('is generic if a field has a more specific text', () => {
    const body = { message: 'Username has already been taken' }
    const result = failure(409, body, { username: 'maya' })
    expect(result).toMatchObject({ kind: 'conflict', message: 'Username has already been taken.' })
    expect(result.fields).toEqual({ username: ['Already taken by another user.'] })
  })

  it('appears next to the username field if a username was sent and caused the error', () => {
    const body = { message: { base: [sameName] } }
    expect(failure(400, body, { username: 'maya' })).toMatchObject({
      message: sameName,
      fields: { username: [sameName] },
    })
    expect(failure(400, body, { email: 'maya@example.com' }).fields).toBeUndefined()
    const other = { message: { base: ['The instance is full.'] } }
    expect(failure(400, other, { username: 'maya' }).fields).toBeUndefined()
  })

  it('includes GitLab’s own text and field names', () => {
    const keys = { message: { fingerprint_sha256: taken, title: ['is odd', 'is long'] } }
    const texts = [
      unformatted(400, keys),
      unformatted(404, { message: '404 User Not Found' }),
      unformatted(409, { message: '409 Conflict: Resource lock' }),
      unformatted(400, { message: '400 Bad Request' }),
    ].map(({ serviceText }) => serviceText)
    expect(texts).toEqual([
      'fingerprint_sha256 has already been taken; title is odd; title is long',
      'User Not Found',
      'Conflict: Resource lock',
      undefined,
    ])
    expect(failure(400, keys)).not.toHaveProperty('serviceText')
  })

  it('omits an echoed password', () => {
    const sent = { password: 'p4ss  word_1' }
    const bodies = [
      { message: `${sent.password} is too common` },
      { message: { password: [`${sent.password} is too common`] } },
      { error: sent.password, error_description: `not ${sent.password}` },
    ]
    for (const body of bodies) {
      expect(JSON.stringify(failure(400, body, sent))).not.toMatch(/p4ss/i)
    }
  })
})

describe('404', () => {
  const notFound = [
    { message: '404 User Not Found' },
    { message: '404 Impersonation Token Not Found' },
    { message: "404 User with ID or username '123' Not Found" },
    { message: '404 Not Found' },
    { error: '404 Not Found' },
  ]
  it.each(notFound)('means not found for %j', (body) => {
    expect(failure(404, body)).toMatchObject({ kind: 'not-found', status: 404 })
  })

  it.each([
    ['404 page not found', 'text/plain'],
    ['', ''],
    ['', 'application/json'],
    ['<html>Not here</html>', 'text/html'],
    [{ message: 'no Route matched with those values' }, 'application/json'],
    [{ error: 'Not Found', status: 404, path: '/api/v4/users/1' }, 'application/json'],
    [[], 'application/json'],
  ])('means another service for %j as %s', (body, type) => {
    const result = failure(404, body, undefined, type)
    expect(result).toMatchObject({ kind: 'not-the-service', status: 404 })
    expect(result.message).toMatch(/^Couldn’t save the user\. git\.example\.org sent /)
  })

  it('means a conflict if a name is taken', () => {
    expect(failure(404, { message: 'Email has already been taken' }).kind).toBe('conflict')
    expect(failure(404, { message: { username: taken } }).kind).toBe('conflict')
  })
})

describe('403', () => {
  it.each([
    ['Forbidden', 'text/plain'],
    ['', ''],
    ['<html>Blocked by the firewall</html>', 'text/html'],
    [{ success: false, blocked: 'by the firewall' }, 'application/json'],
    [{ message: 'Forbidden' }, 'application/json'],
    [{ error: 'Forbidden', status: 403, path: '/api/v4/users/1' }, 'application/json'],
    [{ statusCode: 403, message: 'Quota exceeded.' }, 'application/json'],
  ])('means another service for %j as %s', (body, type) => {
    const result = failure(403, body, undefined, type)
    expect(result).toMatchObject({ kind: 'not-the-service', status: 403 })
  })

  const granular = { error: 'insufficient_granular_scope' }
  const description =
    'Access denied: Your Personal Access Token lacks the required permissions: [read_user] for "group".'

  it.each([
    [granular, 'This token lacks a permission.'],
    [
      { ...granular, error_description: description },
      'This token lacks a permission: [read_user] for "group".',
    ],
    [
      { ...granular, error_description: 'nothing for you' },
      'This token lacks a permission: nothing for you.',
    ],
  ])('means a missing token permission for %j, even on GET /user', (body, message) => {
    for (const endpoint of [serviceTable.user.get, serviceTable.users.modify]) {
      const headers = new Headers({ 'content-type': 'application/json' })
      const answer = { status: 403, headers, text: JSON.stringify(body), body: Buffer.alloc(0) }
      const result = formatFailure(failureFromResponse(target, endpoint, answer, 0).failure)
      expect(result).toMatchObject({
        kind: 'forbidden',
        reason: 'insufficient-scope',
        message,
      })
    }
  })
})

it.each([408, 425])('leaves the outcome of a write unknown for status %i', (status) => {
  expect(failure(status, '', undefined, '')).toMatchObject({ kind: 'unknown-outcome', status })
})
