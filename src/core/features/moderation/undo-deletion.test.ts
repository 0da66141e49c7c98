import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import {
  type Harness,
  type SandboxUser,
  type Service,
  createHarness,
  startService,
} from './testing/harness.ts'

const windowMs = 60_000
const missedUndo = 'passed while Latchkey was closed'
const direct = createNodeFetch()

let service: Service
let harness: Harness
let user: SandboxUser
let other: SandboxUser
let isConnectionCut: boolean
const cleanups: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  isConnectionCut = false
  service = await startService()
  harness = await createHarness(service, {
    undoSeconds: 5,
    users: () =>
      [user, other].map(({ id, username, name, state }) => ({ id, username, name, state })),
    fetch: async (input, init) => {
      if (isConnectionCut) throw new TypeError('no network')
      return direct(input, init)
    },
  })
  user = service.someone('active')
  other = service.someone('active', 1)
  harness.clock.hold()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
  await harness.end()
  await service.end()
})

/** Advances the clock by the undo window and `lateMs` without firing timers. */
const passWindow = (lateMs = 0) => harness.clock.jump(windowMs + lateMs)

async function startRun(action: 'delete' | 'block' = 'delete', plan = false) {
  const selection = { kind: 'users' as const, ids: [user.id, other.id] }
  const task = plan
    ? {
        plan: {
          name: 'Leave',
          onFailure: 'stop' as const,
          steps: [{ action: 'block' as const }, { action: 'delete' as const }],
        },
      }
    : { action }
  return harness.queue.bulk.start({ selection, ...task, note: false, affectedCount: 2 })
}

describe('queued deletion', () => {
  it.each(['delete', 'hard_delete'] as const)(
    'can be undone for 60 seconds after %s',
    async (action) => {
      const queued = harness.enqueueUndoable(action, user)
      expect(queued).toMatchObject({ state: 'undoable', notBefore: harness.clock.now() + windowMs })
      harness.clock.jump(windowMs - 1)
      expect(harness.queue.summary().counts).toMatchObject({ undoable: 1, ready: 0 })
      harness.clock.jump(1)
      expect(harness.queue.summary().counts).toMatchObject({ undoable: 0, conflict: 0 })
      harness.clock.release()
      expect((await harness.settled(queued)).state).toBe('done')
      expect(harness.writes()).toHaveLength(1)
    },
  )

  it('uses a longer undo period from the settings', () => {
    harness.settings.undoSeconds = 90
    const { notBefore, created } = harness.enqueueUndoable('delete', user)
    expect(notBefore - created).toBe(90_000)
  })

  it('is sent immediately on “Send now”', async () => {
    const queued = harness.enqueueUndoable('delete', user)
    harness.queue.sendNow([queued.id])
    harness.clock.release()
    expect((await harness.settled(queued)).state).toBe('done')
  })

  it('can be undone for another 60 seconds after a retry', async () => {
    const { id } = harness.enqueueUndoable('delete', user)
    harness.queue.cancel([id])
    await harness.queue.retry([id])
    expect(harness.get(id)).toMatchObject({
      state: 'undoable',
      notBefore: harness.clock.now() + windowMs,
    })
  })

  it('needs consent if its undo period ended while the computer slept', async () => {
    const { id } = harness.enqueueUndoable('delete', user)
    passWindow(8 * 60 * windowMs)
    harness.queue.summary()
    expect(harness.get(id)).toMatchObject({
      state: 'conflict',
      failure: { message: expect.stringContaining(missedUndo) },
    })
    harness.clock.release()
    const block = harness.enqueue('block', other)
    expect((await harness.settled(block)).state).toBe('done')
    expect(harness.writes()).toHaveLength(1)
    harness.queue.decide(id, 'apply')
    harness.queue.sendNow([id])
    expect((await harness.settled({ id })).state).toBe('done')
  })

  it('needs consent if the clock was set back', () => {
    const { id } = harness.enqueueUndoable('delete', user)
    harness.clock.jump(-24 * 60 * windowMs)
    harness.queue.summary()
    expect(harness.get(id).state).toBe('conflict')
  })

  it('needs consent if its undo period ended while GitLab was unreachable', () => {
    const { id } = harness.enqueueUndoable('delete', user)
    harness.connection.isAway = true
    passWindow()
    harness.queue.summary()
    expect(harness.get(id).state).toBe('conflict')
  })

  it('needs consent if the first request reveals a lost connection', async () => {
    const { id } = harness.enqueueUndoable('delete', user)
    isConnectionCut = true
    passWindow()
    harness.queue.summary()
    harness.clock.release()
    await harness.until(() => harness.get(id).state === 'conflict')
    isConnectionCut = false
    harness.throttle.resume()
    const block = harness.enqueue('block', other)
    expect((await harness.settled(block)).state).toBe('done')
    expect(harness.get(id).state).toBe('conflict')
  })

  it.each([
    ['needs consent if its undo period ended while Latchkey was closed', windowMs, 'conflict'],
    ['keeps its remaining undo period after a restart', windowMs - 1, 'undoable'],
  ] as const)('%s', async (_, elapsed, state) => {
    const { id } = harness.enqueueUndoable('delete', user)
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-queue-'))
    cpSync(harness.folder, folder, { recursive: true })
    harness.clock.jump(elapsed)
    const next = await createHarness(service, { folder, clock: harness.clock })
    cleanups.push(() => next.end())
    expect(next.get(id).state).toBe(state)
    expect(next.writes()).toEqual([])
  })
})

describe('a bulk run’s undo period', () => {
  it('follows the settings for actions other than deletions', async () => {
    const { starts, created } = await startRun('block')
    expect(starts! - created).toBe(5_000)
  })

  it.each([false, true])('is 60 seconds for deletions (plan: %s)', async (plan) => {
    const run = await startRun('delete', plan)
    expect(run.starts! - run.created).toBe(windowMs)
    passWindow()
    harness.queue.summary()
    harness.clock.release()
    await harness.until(() => harness.runs.get(run.id).state === 'finished')
    expect(harness.runs.get(run.id).counts.done).toBe(plan ? 4 : 2)
  })

  it.each([false, true])(
    'pauses a run with deletions if nobody could undo it (plan: %s)',
    async (plan) => {
      const { id } = await startRun('delete', plan)
      passWindow(windowMs)
      expect(harness.queue.summary().missedRun).toBe(id)
      expect(harness.runs.get(id)).toMatchObject({ state: 'paused', isUndoMissed: true })
      harness.clock.release()
      const block = harness.enqueue('block', service.someone('active', 2))
      await harness.settled(block)
      expect(harness.writes()).toHaveLength(1)
      harness.runs.resume(id)
      await harness.until(() => harness.runs.get(id).state === 'finished')
      expect(harness.queue.summary().missedRun).toBeUndefined()
    },
  )

  it('isn’t reported as missed if nothing is left to send', async () => {
    const { id } = await startRun('delete', false)
    passWindow(windowMs)
    expect(harness.queue.summary().missedRun).toBe(id)
    const { items } = harness.queue.list({ run: id, offset: 0, limit: 10 })
    harness.queue.cancel(items.map((item) => item.id))
    expect(harness.queue.summary().missedRun).toBeUndefined()
    expect(harness.runs.get(id)).toMatchObject({ isUndoMissed: false })
  })

  it('isn’t reported as missed if the run was paused manually', async () => {
    const { id } = await startRun()
    harness.runs.pause(id)
    passWindow(windowMs)
    expect(harness.queue.summary().missedRun).toBeUndefined()
    expect(harness.runs.get(id)).toMatchObject({ state: 'paused', isUndoMissed: false })
    harness.runs.resume(id)
    harness.clock.release()
    await harness.until(() => harness.runs.get(id).state === 'finished')
  })

  it('pauses an unsent run if the first request reveals a lost connection', async () => {
    const { id } = await startRun()
    isConnectionCut = true
    passWindow()
    harness.queue.summary()
    harness.clock.release()
    await harness.until(() => harness.runs.get(id).state === 'paused')
    expect(harness.queue.summary().missedRun).toBe(id)
    isConnectionCut = false
  })
})
