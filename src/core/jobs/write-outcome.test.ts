import { expect, it } from 'vitest'
import type { UnformattedFailure } from '../platform/failure.ts'
import { type FailedWriteOutcome, failedWriteOutcome } from './write-outcome.ts'

const outcome = (given: Partial<UnformattedFailure>) =>
  failedWriteOutcome({ kind: 'service-error', message: '', ...given })

it.each<[FailedWriteOutcome, Partial<UnformattedFailure>[]]>([
  // The response was lost.
  [
    'unknown',
    [
      { kind: 'offline' },
      { kind: 'timeout' },
      { status: 399 },
      { status: 500 },
      { status: 408 },
      { status: 425 },
      { kind: 'forbidden' },
      { kind: 'not-the-service', status: 404 },
      { kind: 'not-the-service', status: 429 },
      { kind: 'not-the-service', status: 200 },
      { kind: 'conflict', status: 500, serviceText: 'Resource lock' },
    ],
  ],
  // It definitely didn't happen.
  [
    'not-done',
    [
      { kind: 'keychain' },
      { kind: 'unauthorized', reason: 'token-missing' },
      { kind: 'not-found', reason: 'unknown-account' },
      { kind: 'service-error', status: 503, reason: 'read-only-instance' },
      { kind: 'forbidden', reason: 'insufficient-scope' },
      { kind: 'unauthorized', status: 401 },
      { kind: 'rate-limited', status: 429 },
      { kind: 'conflict', status: 409, serviceText: '409 Conflict: Resource lock' },
    ],
  ],
  // GitLab rejected it.
  [
    'refused',
    [
      { kind: 'invalid' },
      { kind: 'invalid', status: 400 },
      { status: 400 },
      { status: 499 },
      { kind: 'forbidden', status: 403 },
      { kind: 'conflict', status: 409 },
      // Only GitLab's own response text indicates a lock, and only with this status.
      { kind: 'conflict', status: 409, message: 'Resource lock' },
      { kind: 'conflict', status: 423, serviceText: 'Resource lock' },
    ],
  ],
])('returns %s for a failed write that ended so', (expected, failures) => {
  expect(failures.filter((failure) => outcome(failure) !== expected)).toEqual([])
})
