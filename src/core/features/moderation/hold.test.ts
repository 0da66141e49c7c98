import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type Harness, type Service, createHarness, startService } from './testing/harness.ts'

const direct = createNodeFetch()

let service: Service
let harness: Harness
let users: DirectoryUser[] = []
const cleanups: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  service = await startService()
  harness = await createHarness(service, { users: () => users })
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  await harness.end()
  await service.end()
})

/** Puts two pending actions on hold. */
function startHeld() {
  harness.runs.pauseAll()
  const rows = [0, 1].map((nth) => harness.enqueue('block', service.someone('active', nth)))
  harness.runner.hold('token')
  harness.runs.resumeAll()
  return rows
}
/** Triggers everything that could send the actions without consent, while another queue sends one. */
async function triggerSending() {
  harness.throttle.resume()
  harness.tryNow()
  harness.queue.sendAllNow()
  await useOtherQueue()
}
async function useOtherQueue() {
  const other = await createHarness(service)
  cleanups.push(() => other.end())
  await other.settled(other.enqueue('block', service.someone('active', 9)))
}

describe('hold', () => {
  it('keeps pending actions until it is released', async () => {
    const rows = startHeld()
    await triggerSending()
    expect(harness.queue.summary().hold).toEqual({ reason: 'token', count: 2 })
    expect(harness.requests).toEqual([])
    expect(harness.queue.release().hold).toBeUndefined()
    for (const row of rows) expect((await harness.settled(row)).state).toBe('done')
  })

  it('starts only if actions are pending, and ends when none are', async () => {
    harness.runner.hold('rights')
    expect(harness.queue.summary().hold).toBeUndefined()
    const cancelled = () => {
      const rows = startHeld()
      harness.queue.cancel(rows.map(({ id }) => id))
      expect(harness.queue.summary().hold).toBeUndefined()
      return rows[0]!
    }
    cancelled()
    const next = harness.enqueue('block', service.someone('active', 3))
    expect((await harness.settled(next)).state).toBe('done')
    const again = cancelled()
    await harness.queue.retry([again.id])
    expect((await harness.settled(again)).state).toBe('done')
  })

  it('survives a restart', async () => {
    startHeld()
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
    cpSync(harness.folder, folder, { recursive: true })
    const next = await createHarness(service, { folder, clock: harness.clock })
    cleanups.push(() => next.end())
    await triggerSending()
    expect(next.queue.summary().hold).toEqual({ reason: 'token', count: 2 })
    expect(next.requests).toEqual([])
  })

  it('ends for a resumed run, while single actions stay on hold', async () => {
    harness.runs.pauseAll()
    const user = service.someone('active', 3)
    const { two_factor_enabled: _, ...known } = user
    users = [known]
    const selection = { kind: 'users' as const, ids: [user.id] }
    const run = { selection, action: 'block' as const, note: false, affectedCount: 1 }
    const { id } = await harness.queue.bulk.start(run)
    const rows = startHeld()
    expect(harness.queue.summary().hold).toEqual({ reason: 'token', count: 3 })
    expect(harness.runs.get(id)).toMatchObject({ state: 'paused', hold: 'token' })
    harness.runs.resume(id)
    await harness.until(() => harness.runs.get(id).state === 'finished')
    expect(harness.queue.summary().hold).toEqual({ reason: 'token', count: 2 })
    for (const row of rows) expect(harness.get(row.id).state).toBe('ready')
  })

  it('ends when everything is canceled, including scheduled actions', async () => {
    const rows = startHeld()
    harness.database
      .prepare(`UPDATE items SET state = 'scheduled', due = 1e15, zone = 'UTC' WHERE id = ?`)
      .run(rows[0]!.id)
    const { ids, summary } = await harness.queue.cancelAll()
    expect(ids.toSorted()).toEqual(rows.map(({ id }) => id))
    expect(summary.hold).toBeUndefined()
  })

  it('starts when the token is rejected', async () => {
    let isRefused = true
    const refused = await createHarness(service, {
      fetch: (input, init) =>
        isRefused
          ? Promise.resolve(Response.json({ message: '401 Unauthorized' }, { status: 401 }))
          : direct(input, init),
      requestsAtOnce: 1,
    })
    cleanups.push(() => refused.end())
    const rows = [0, 1].map((nth) => refused.enqueue('block', service.someone('active', nth)))
    await refused.until(() => refused.queue.summary().hold !== undefined)
    expect(refused.queue.summary()).toMatchObject({
      hold: { reason: 'token', count: 2 },
      holdCause: 'refused',
    })
    isRefused = false
    refused.throttle.resume()
    refused.tryNow()
    await useOtherQueue()
    expect(refused.writes()).toEqual([])
    refused.queue.release()
    for (const row of rows) expect((await refused.settled(row)).state).toBe('done')
  })
})
