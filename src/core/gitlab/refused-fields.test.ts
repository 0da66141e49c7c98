import { describe, expect, it } from 'vitest'
import type { AnyEndpoint } from '../../shared/gitlab/endpoint.ts'
import { serviceTable } from '../../shared/gitlab/index.ts'
import { formatFailure } from '../platform/failure.ts'
import { failureFromResponse } from './error-response.ts'

const { emails, user, users } = serviceTable
const target = { baseUrl: 'https://git.example.org', token: 't', isAdmin: true }

function fieldsOf(endpoint: AnyEndpoint, status: number, message: unknown, ...sent: string[]) {
  const headers = new Headers({ 'content-type': 'application/json' })
  const answer = { status, headers, text: JSON.stringify({ message }), body: Buffer.alloc(0) }
  const values = Object.fromEntries(sent.map((name) => [name, 'x']))
  return formatFailure(failureFromResponse(target, endpoint, answer, 0, values).failure).fields
}

describe('user that cannot be saved', () => {
  const taken = ['Already taken by another user.']
  const refused = ['GitLab may have refused this value: Not Found.']

  it.each([
    [409, 'Email has already been taken', { email: taken }],
    [404, 'Username has already been taken', { username: taken }],
    [409, 'Has already been taken', { email: taken, username: taken }],
    [404, '404 Not Found', { email: refused, username: refused }],
    [404, '404 User Not Found', undefined],
    [400, 'Email is odd', undefined],
    [409, { email: ['is odd'] }, { email: ['is odd'] }],
  ])('has field errors for %i %j: %j', (status, message, fields) => {
    expect(fieldsOf(users.modify, status, message, 'email', 'username', 'bio')).toEqual(fields)
  })

  it("gets a hint to add an email address that isn't theirs", () => {
    expect(fieldsOf(users.modify, 404, '404 Email Not Found', 'commit_email')).toEqual({
      email: [expect.stringContaining('Add it to their emails first')],
    })
  })

  it('has no field errors if neither email nor username was sent', () => {
    expect(fieldsOf(users.modify, 404, '404 Not Found', 'bio')).toBeUndefined()
    expect(fieldsOf(user.get, 404, '404 Not Found', 'email')).toBeUndefined()
  })
})

it.each([emails.add, emails.addFor])('explains a taken email address at $path', (endpoint) => {
  expect(fieldsOf(endpoint, 400, { email: ['has already been taken', 'is invalid'] })).toEqual({
    email: [expect.stringContaining('belongs to another account'), 'is invalid'],
  })
})

it.each([
  [
    'Tags list can not be empty when runner is not allowed to pick untagged jobs',
    { tag_list: ['can not be empty when runner is not allowed to pick untagged jobs.'] },
  ],
  [
    'Maximum timeout needs to be at least 10 minutes.',
    { maximum_timeout: ['needs to be at least 10 minutes.'] },
  ],
  ['Missing/invalid scope', undefined],
])('assigns the error %j to its runner field', (message, fields) => {
  expect(fieldsOf(user.createRunner, 400, message, 'description')).toEqual(fields)
})
