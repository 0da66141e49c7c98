import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type Service, type Harness, createHarness, startService } from './testing/harness.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function setUp(fetch?: typeof globalThis.fetch) {
  const service = await startService()
  cleanups.push(service.end)
  const harness = await createHarness(service, { fetch })
  cleanups.push(() => harness.end())
  return { service, harness }
}

const direct = createNodeFetch()
/** Leaves writes without a response, whether or not they arrive. */
const withoutAnswers =
  ({ arrives }: { arrives: boolean }): typeof fetch =>
  async (input, init) => {
    if (arrives || init?.method !== 'POST') {
      const response = await direct(input, init)
      if (init?.method !== 'POST') return response
    }
    return new Promise(() => undefined)
  }

/** Copies the files as a power failure would leave them. */
function crash(harness: Harness): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
  cpSync(harness.folder, folder, { recursive: true })
  return folder
}

/** Audit log entries, newest first. */
const entries = ({ auditLog, account }: Harness) =>
  auditLog.list({ instance: account.baseUrl, id: 1 }, { filter: {}, offset: 0, limit: 10 }).items

async function restarted(service: Service, { clock }: Harness, folder: string): Promise<Harness> {
  const next = await createHarness(service, { folder, clock })
  cleanups.push(() => next.end())
  return next
}

describe('queue after a crash', () => {
  it('doesn’t resend an in-flight action that arrived', async () => {
    const { service, harness } = await setUp(withoutAnswers({ arrives: true }))
    const user = service.someone('active')
    const queued = harness.enqueue('ban', user, { reason: 'spam' })
    await harness.until(() => service.user(user.id)!.state === 'banned')
    const folder = crash(harness)
    expect(entries(harness)).toEqual([])
    const next = await restarted(service, harness, folder)
    expect(next.get(queued.id).state).toBe('unknown')
    expect(await next.settled(queued)).toMatchObject({ state: 'done', after: 'banned' })
    expect(next.writes()).toEqual([])
    const expectedEntry = { action: 'ban', before: 'active', after: 'banned', outcome: 'done' }
    expect(entries(next)).toMatchObject([
      { ...expectedEntry, reason: 'spam', target: { id: user.id } },
    ])
    // The audit entry is still the only one after another restart.
    expect(entries(await restarted(service, next, crash(next)))).toHaveLength(1)
  })

  it('sends an in-flight action that didn’t arrive', async () => {
    const { service, harness } = await setUp(withoutAnswers({ arrives: false }))
    const user = service.someone('active')
    const queued = harness.enqueue('ban', user)
    await harness.until(() => harness.writes().length === 1)
    const folder = crash(harness)
    await harness.close()
    const next = await restarted(service, harness, folder)
    expect(await next.settled(queued)).toMatchObject({ state: 'done', after: 'banned' })
    expect(next.writes()).toHaveLength(1)
    expect(service.user(user.id)!.state).toBe('banned')
    expect(entries(next)).toMatchObject([{ action: 'ban', outcome: 'done' }])
  })

  it('keeps all acknowledged actions in order', async () => {
    const { service, harness } = await setUp()
    harness.runs.pauseAll()
    const users = Array.from({ length: 20 }, (_, nth) => service.someone('deactivated', nth))
    const queued = users.flatMap((user) => [
      harness.enqueue('block', user),
      harness.enqueue('unblock', user),
    ])
    const next = await restarted(service, harness, crash(harness))
    expect(next.queue.summary()).toMatchObject({ isPaused: true, counts: { ready: 40 } })
    next.runs.resumeAll()
    for (const row of queued) expect((await next.settled(row)).state).toBe('done')
    for (const user of users) {
      expect(service.user(user.id)!.state).toBe('active')
      const userWrites = next.writes().filter((line) => line.startsWith(`POST /users/${user.id}/`))
      expect(userWrites.map((line) => line.split('/').at(-1))).toEqual(['block', 'unblock'])
    }
  })
})

describe('queue at shutdown', () => {
  it('waits for in-flight actions and doesn’t start others', async () => {
    const answer = Promise.withResolvers<void>()
    const { service, harness } = await setUp(async (input, init) => {
      if (init?.method === 'POST') await answer.promise
      return direct(input, init)
    })
    harness.settings.requestsAtOnce = 1
    const first = harness.enqueue('ban', service.someone('active'))
    const second = harness.enqueue('ban', service.someone('active', 1))
    await harness.until(() => harness.writes().length === 1)
    // Closing times out after a few seconds, which don't pass while the clock is held.
    harness.clock.hold()
    const closed = harness.runner.close(5_000)
    answer.resolve()
    await closed
    harness.clock.release()
    expect(harness.get(first.id).state).toBe('done')
    expect(harness.get(second.id).state).toBe('ready')
  })
})
