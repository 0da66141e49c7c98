import { describe, expect, it } from 'vitest'
import { day } from './clock.ts'
import type { FlavorName } from './flavors.ts'
import { allRoutes } from './routes.ts'
import { createRandom } from './seed/random.ts'
import { contractError as contractComplaint } from './testing/contract.ts'
import { generateRequest } from './testing/fuzz-requests.ts'
import type { FuzzRequest } from './testing/fuzz-requests.ts'
import { startTestSandbox } from './testing/harness.ts'
import { instances } from './testing/instances.ts'
import { makeGpgKey } from './testing/keys.ts'
import { createRawClient } from './testing/raw-client.ts'
import type { RawAnswer } from './testing/raw-client.ts'
import { isFull } from '../core/testing/proof.ts'

// Every request must get a documented response: no 500s and no internal details.

const requests = isFull ? 200_000 : 3_000
/** Requests change and delete users, so each sandbox is only used for a while. */
const requestsPerSandbox = 500
const flavors: FlavorName[] = ['interface', 'gitlab']

const refusals = [400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422]

describe('the sandbox', () => {
  it(`returns a valid response to each of ${requests} requests`, async () => {
    const began = performance.now()
    const gpgKeys = [makeGpgKey(), makeGpgKey(), makeGpgKey()]
    const statuses = new Map<number, number>()
    const succeeded = new Set<string>()
    const coveredInstances = new Set<string>()
    for (let done = 0; done < requests; done += requestsPerSandbox) {
      const round = done / requestsPerSandbox
      const reported: unknown[] = []
      // Two rounds cover both flavors; then the next edition and version follow.
      const instance = instances[(Math.floor(round / 2) * 3) % instances.length]!
      coveredInstances.add(instance.name)
      const sandbox = await startTestSandbox({
        flavor: flavors[round % flavors.length]!,
        edition: instance.edition,
        version: instance.version,
        seed: round,
        report: (error) => reported.push(error),
      })
      const client = createRawClient(sandbox.url)
      const random = createRandom(`fuzz ${round}`)
      const supplies = { tokens: Object.values(sandbox.tokens), gpgKeys }
      for (let number = 0; number < requestsPerSandbox; number++) {
        const request = generateRequest(random, supplies)
        const answer = await client.send(request)
        const problem = reported[0] ?? problemOf(request, answer)
        if (problem !== undefined) {
          throw new Error(`${round}.${number}: ${summarize(request)}\n${summarize(answer)}`, {
            cause: problem,
          })
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        if (answer.status < 400) succeeded.add(request.route.name)
        if (random.chance(0.01)) sandbox.clock.now = new Date(sandbox.clock.now.getTime() + day)
      }
      client.end()
      await sandbox.stop()
    }
    const { length: endpoints } = allRoutes()
    // Most requests pass all checks, so fuzzing reaches the handlers.
    expect(succeeded.size).toBeGreaterThan(0.8 * endpoints)
    const counts = [...statuses].toSorted().map(([status, count]) => `${count} × ${status}`)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `\nproof: sandbox, fuzz: ${requests} requests to ${endpoints} endpoints (${succeeded.size} succeeded) in ${flavors.length} ` +
        `flavors of ${coveredInstances.size} editions and versions, 0 unexpected responses; ${counts.join(', ')} (${seconds} s)`,
    )
  })
})

/** What is wrong with a response, whatever the request was. */
function problemOf({ method, route }: FuzzRequest, { status, type, text }: RawAnswer) {
  if (/\n\s+at |\.ts:\d|node:internal|SQLITE|\/src\//.test(text)) return 'reveals internals'
  if (status === 204 || status === 304 || method === 'HEAD') {
    return text === '' ? undefined : 'has a body'
  }
  if (!type.startsWith('application/json')) return 'is no JSON'
  const body: unknown = JSON.parse(text)
  if (refusals.includes(status)) return isRefusal(body) ? undefined : 'refuses in no known shape'
  if (method !== route.endpoint.method) return status < 300 ? undefined : 'has no known status'
  if (!route.endpoint.status.includes(status)) return 'has no known status'
  return contractComplaint(route.endpoint, body)
}

/** `message` is either a string or lists of strings by field; `error` is a string. */
function isRefusal(body: unknown): boolean {
  const { message, error } = body as { message?: unknown; error?: unknown }
  if (typeof message !== 'object' || message === null) {
    return typeof (message ?? error) === 'string'
  }
  const lists = Object.values(message)
  return lists.length > 0 && lists.flat().every((text) => typeof text === 'string' && text !== '')
}

function summarize(value: object): string {
  return JSON.stringify({
    ...value,
    route: undefined,
    body: String((value as { body?: unknown }).body),
  }).slice(0, 2000)
}
