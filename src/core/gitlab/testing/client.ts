import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Failure } from '../../../shared/rules/failure.ts'
import { FailureError, formatFailure } from '../../platform/failure.ts'
import type { OwnCertificates } from '../../platform/network/own-certificates.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import type { ExchangeLimits } from '../exchange.ts'
import { ApiClient } from '../api-client.ts'
import { currentTime } from '../../../shared/rules/clock.ts'

export { things } from './things.ts'

export const token = 'glpat-never-to-be-seen-elsewhere'

interface TestClientOptions extends Partial<ExchangeLimits> {
  connectMs?: number
  certificates?: OwnCertificates | undefined
}

/** A client on the real network that records pauses instead of waiting. */
export function createTestClient({ callMs, ...options }: TestClientOptions = {}) {
  const pauses: number[] = []
  const client = new ApiClient(
    {
      fetch: createNodeFetch(options),
      now: currentTime,
      random: () => 0.5,
      async sleep(milliseconds, signal) {
        pauses.push(milliseconds)
        await delay(0, undefined, { signal })
      },
    },
    callMs === undefined ? {} : { callMs },
  )
  return { client, pauses }
}

/** A call's formatted failure; fails the test if the call succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    (value) => expect.fail(`succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FailureError)
  return formatFailure((error as FailureError).failure)
}
