import { expect, it } from 'vitest'
import type { UnformattedFailure } from '../platform/failure.ts'
import { failedWriteOutcome } from './write-outcome.ts'

const outcome = (given: Partial<UnformattedFailure>) =>
  failedWriteOutcome({ kind: 'service-error', message: '', ...given })

it.each<Partial<UnformattedFailure>>([
  { kind: 'offline' },
  { kind: 'timeout' },
  { status: 500 },
  { status: 408 },
  { kind: 'not-the-service', status: 404 },
  { kind: 'not-the-service', status: 200 },
])('returns unknown if the response was lost: %j', (failure) => {
  expect(outcome(failure)).toBe('unknown')
})

it.each<Partial<UnformattedFailure>>([
  { kind: 'keychain' },
  { kind: 'unauthorized', reason: 'token-missing' },
  { kind: 'forbidden', reason: 'insufficient-scope' },
  { kind: 'unauthorized', status: 401 },
  { kind: 'rate-limited', status: 429 },
  { kind: 'conflict', status: 409, serviceText: '409 Conflict: Resource lock' },
])('returns not-done if the write definitely didn’t happen: %j', (failure) => {
  expect(outcome(failure)).toBe('not-done')
})

it.each<Partial<UnformattedFailure>>([
  { kind: 'invalid' },
  { kind: 'forbidden', status: 403 },
  // Only GitLab's own response text indicates a lock.
  { kind: 'conflict', status: 409, message: 'Resource lock' },
])('returns refused if GitLab rejected the write: %j', (failure) => {
  expect(outcome(failure)).toBe('refused')
})
