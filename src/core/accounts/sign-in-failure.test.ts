import { expect, it } from 'vitest'
import type { FailureKind } from '../../shared/rules/failure.ts'
import { FailureError, formatFailure } from '../platform/failure.ts'
import { createRecord } from './account-record.ts'
import { narrowerTokenError, revocationError, signInFailure } from './sign-in-failure.ts'

const user = { id: 1, username: 'ada', name: 'Ada' }
const record = createRecord('https://git.example.org', user as never, [], false)
const message = 'It failed.'

it.each<[FailureKind, string | undefined]>([
  ['unauthorized', 'token'],
  ['forbidden', 'token'],
  ['offline', 'baseUrl'],
  ['not-the-service', 'baseUrl'],
  ['refused-redirect', 'baseUrl'],
  ['service-error', undefined],
  ['rate-limited', undefined],
])('assigns a failure of kind %s to the field to correct: %s', (kind, field) => {
  const { failure } = signInFailure(new FailureError({ kind, message }))
  expect(failure.fields).toEqual(field && { [field]: [message] })
})

it('keeps the fields that a failure already has', () => {
  const fields = { baseUrl: ['Enter a URL.'] }
  const error = new FailureError({ kind: 'unauthorized', message, fields })
  expect(signInFailure(error).failure.fields).toEqual(fields)
})

it('assigns a missing GitLab API to the URL', () => {
  const error = new FailureError({ kind: 'not-found', message, status: 404 })
  const failure = formatFailure(signInFailure(error).failure)
  expect(failure).toMatchObject({ kind: 'not-the-service', status: 404 })
  expect(failure.fields).toEqual({ baseUrl: [failure.message] })
})

it.each([
  [['sudo'], 'It lacks the scope sudo.'],
  [['api'], 'It lacks the scope api. It can only read.'],
])('warns that a token without %j can only read if it can’t write', (lost, hint) => {
  expect(formatFailure(narrowerTokenError(record, lost).failure).hint).toBe(hint)
})

const lost = { kind: 'not-the-service', status: 200, message } as const
it.each([
  ['unsupported', { kind: 'not-found', status: 404, message }, true, 'doesn’t let Latchkey revoke'],
  ['unsupported', { kind: 'invalid', status: 405, message }, true, 'doesn’t let Latchkey revoke'],
  ['not done', lost, true, 'It failed. The token still works.'],
  ['uncertain', lost, false, 'It failed. It’s not known whether the token was revoked.'],
  ['refused', { kind: 'forbidden', status: 403, message }, true, /^It failed\.$/],
  ['refused', { kind: 'not-found', status: 404, message }, false, /^It failed\.$/],
] as const)('reports a revocation as %s after %j if the token works: %s', (...example) => {
  const [, failure, stillWorks, text] = example
  expect(formatFailure(revocationError(failure, stillWorks).failure).message).toMatch(text)
})
