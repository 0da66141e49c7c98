import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { createHarness, startService } from './testing/harness.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const direct = createNodeFetch()

/** A queue that gets this response when it first reads a user. */
async function setUp(answer: () => Response, times: number) {
  const service = await startService()
  cleanups.push(service.end)
  let remaining = times
  const harness = await createHarness(service, {
    fetch: async (input, init) =>
      /\/users\/\d+$/.test(String(input)) && remaining-- > 0 ? answer() : direct(input, init),
  })
  cleanups.push(() => harness.end())
  return { service, harness }
}

describe('404 that isn’t about the user', () => {
  it.each([
    ['a proxy', () => new Response('404 page not found', { status: 404 })],
    ['the router', () => Response.json({ error: '404 Not Found' }, { status: 404 })],
    [
      'another resource',
      () => Response.json({ message: '404 Project Not Found' }, { status: 404 }),
    ],
    ['an empty response', () => new Response(null, { status: 404 })],
  ])('is not treated as a deletion if it comes from %s', async (_, answer) => {
    const { service, harness } = await setUp(answer, 2)
    const user = service.someone('active')
    const queued = harness.enqueue('delete', user)
    // Some of these responses seem to come from an unreachable instance, so the deletion waits for a decision.
    while ((await harness.settled(queued)).state === 'conflict') {
      harness.queue.decide(queued.id, 'apply')
      harness.queue.sendNow([queued.id])
    }
    const ended = await harness.settled(queued)
    expect(ended).toMatchObject({ state: 'done', after: 'active' })
    expect(harness.writes()).toEqual([`DELETE /users/${user.id}`])
  })
})

it('considers a user deleted only after a second 404', async () => {
  const notFoundResponse = () => Response.json({ message: '404 User Not Found' }, { status: 404 })
  const { service, harness } = await setUp(notFoundResponse, 1)
  const user = service.someone('active')
  expect((await harness.settled(harness.enqueue('block', user))).state).toBe('done')
  expect(service.user(user.id)!.state).toBe('blocked')
  expect(harness.removed).toEqual(new Set())
})
