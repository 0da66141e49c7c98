import { expect, it } from 'vitest'
import { type Failure, isUnreachable, mayHaveHappened, rotatableToken } from './failure.ts'

it.each<[string, Partial<Failure>, isUnreachable: boolean, mayHaveHappened: boolean]>([
  ['no network', { kind: 'offline' }, true, false],
  ['no response in time', { kind: 'timeout' }, true, false],
  ['too many requests', { kind: 'rate-limited', status: 429 }, true, false],
  ['a server error', { kind: 'service-error', status: 500 }, true, true],
  ['an invalid response', { kind: 'service-error', status: 200 }, false, false],
  ['a lost response', { kind: 'unknown-outcome' }, false, true],
  ['a redirect', { kind: 'refused-redirect', status: 302 }, true, true],
  ['the response of a proxy', { kind: 'not-the-service', status: 403 }, true, true],
  ['no response of a proxy', { kind: 'not-the-service' }, true, false],
  ['a certificate', { kind: 'not-the-service', status: 403, reason: 'certificate' }, true, false],
  ['a rejection', { kind: 'forbidden', status: 403 }, false, false],
  ['an unknown item', { kind: 'not-found', status: 404 }, false, false],
  [
    'maintenance mode',
    { kind: 'service-error', status: 503, reason: 'read-only-instance' },
    false,
    false,
  ],
])('tells for %s whether GitLab was reached and may have acted', (_, given, ...answers) => {
  const failure = { message: '', ...given } as Failure
  expect([isUnreachable(failure), mayHaveHappened(failure)]).toEqual(answers)
})

it('rotates only the user’s own token', () => {
  expect(rotatableToken({ revoke: { id: 7 } })).toBe(7)
  expect(rotatableToken({ revoke: { user_id: 1, id: 7 } })).toBeUndefined()
  expect(rotatableToken({})).toBeUndefined()
  expect(rotatableToken()).toBeUndefined()
})
