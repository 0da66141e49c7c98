import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { z } from 'zod'
import { type Failure, FailureError } from '../../../shared/failure.ts'
import { endpoint } from '../../../shared/service/endpoint.ts'
import { Id, SentFile } from '../../../shared/service/fields.ts'
import type { OwnCertificates } from '../../network/own-certificates.ts'
import { createNodeFetch } from '../../node-fetch.ts'
import type { Limits } from '../exchange.ts'
import { ServiceClient } from '../service-client.ts'

export const token = 'glpat-never-to-be-seen-elsewhere'

const Thing = z.looseObject({ id: Id, name: z.string().optional() })

/** Rows of every kind, for tests of what is the same for all rows. */
export const things = {
  list: endpoint('GET', '/things', { returns: z.array(Thing), paged: true }),
  get: endpoint('GET', '/things/:id_or_username', { returns: Thing }),
  search: endpoint('GET', '/things/search', {
    query: z.strictObject({
      ids: z.array(z.int()).optional(),
      since: z.string().optional(),
      custom_attributes: z.record(z.string(), z.string()).optional(),
    }),
    returns: z.unknown(),
  }),
  add: endpoint('POST', '/things', {
    body: z.strictObject({ name: z.string(), scopes: z.array(z.string()).optional() }),
    returns: Thing,
  }),
  upload: endpoint('PUT', '/things/picture', {
    body: z.strictObject({ picture: SentFile, title: z.string() }),
    returns: Thing,
  }),
  remove: endpoint('DELETE', '/things/:id'),
  follow: endpoint('POST', '/things/:id/follow', { returns: Thing.optional(), status: [201, 304] }),
  moderate: endpoint('POST', '/things/:id/ban', { returns: z.boolean(), admin: true }),
}

/** A client on the real network, which does not wait but writes down how long it would have. */
export function createTestClient(
  limits: Partial<Limits> = {},
  connectMs = 10_000,
  certificates?: OwnCertificates,
) {
  const pauses: number[] = []
  const client = new ServiceClient(
    {
      fetch: createNodeFetch({ connectMs, certificates }),
      now: () => Date.now(),
      random: () => 0.5,
      async sleep(milliseconds, signal) {
        pauses.push(milliseconds)
        await delay(0, undefined, { signal })
      },
    },
    limits,
  )
  return { client, pauses }
}

/** The failure that a call ends with; a success fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error = await call.then(
    (value) => expect.fail(`succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(FailureError)
  return (error as FailureError).failure
}
