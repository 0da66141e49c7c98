import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type Service, type Harness, createHarness, startService } from './testing/harness.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const direct = createNodeFetch()

async function setUp(fetch: typeof globalThis.fetch) {
  const service: Service = await startService()
  cleanups.push(service.end)
  const user = service.someone('active')
  const { id, username, name, state } = user
  const users = () => [{ id, username, name, state }]
  const harness: Harness = await createHarness(service, { users, fetch })
  cleanups.push(() => harness.end())
  const start = () =>
    harness.queue.bulk.start({
      selection: { kind: 'users', ids: [id] },
      action: 'ban',
      note: false,
      affectedCount: 1,
    })
  return { service, user, harness, start }
}

describe('stopped run', () => {
  it.each(['cancel', 'pause'] as const)(
    'verifies in-flight actions after %s without blocking other work',
    async (stop) => {
      let isLost = true
      let wasSent = false
      const { service, user, harness, start } = await setUp(async (input, init) => {
        if (isLost && wasSent) throw new TypeError('no network')
        wasSent ||= init?.method === 'POST'
        const answer = await direct(input, init)
        if (isLost && wasSent) throw new TypeError('reset after')
        return answer
      })
      const { id: run } = await start()
      await harness.until(() => harness.runs.get(run).counts.unknown === 1)
      await harness.runs[stop](run)
      const unban = harness.enqueue('unban', { ...user, state: 'banned' })
      isLost = false
      harness.throttle.resume()
      expect((await harness.settled(unban)).state).toBe('done')
      expect(harness.runs.get(run).counts).toMatchObject({ done: 1, unknown: 0 })
      expect(harness.writes()).toHaveLength(2)
      expect(service.user(user.id)!.state).toBe('active')
    },
  )

  it('doesn’t resend an in-flight action that didn’t happen after cancel', async () => {
    let answer: (answer: Response) => void = () => undefined
    const { service, user, harness, start } = await setUp((input, init) =>
      init?.method === 'POST'
        ? new Promise<Response>((resolve) => (answer = resolve))
        : direct(input, init),
    )
    const { id: run } = await start()
    await harness.until(() => harness.writes().length === 1)
    await harness.runs.cancel(run)
    answer(new Response('Retry later', { status: 429, headers: { 'retry-after': '60' } }))
    await harness.until(() => harness.runs.get(run).counts.sending === 0)
    expect(harness.runs.get(run).counts).toMatchObject({ cancelled: 1, ready: 0 })
    expect(service.user(user.id)!.state).toBe('active')
  })
})
