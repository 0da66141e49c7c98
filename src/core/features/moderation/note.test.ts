import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { type Service, type Harness, createHarness, startService } from './testing/harness.ts'
import { openTestJobs } from '../../jobs/testing/open-test-jobs.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A queue for tests that act as another administrator after any response. */
async function start(
  faults: FaultRule[] = [],
  after: (line: string, service: Service) => Promise<unknown> | undefined = () => undefined,
): Promise<{ service: Service; harness: Harness }> {
  const service = await startService({ faults })
  cleanups.push(service.end)
  const direct = createNodeFetch()
  const harness = await createHarness(service, {
    fetch: async (input, init) => {
      const answer = await direct(input, init)
      await after(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`, service)
      return answer
    },
  })
  cleanups.push(() => harness.end())
  return { service, harness }
}
const noteOf = async (service: Service, id: number) =>
  (await service.ask('GET', `/users/${id}`))['note']

/** Audit log entries, newest first. */
const entriesOf = ({ auditLog }: Harness, { url }: Service) =>
  auditLog.list({ instance: url, id: 1 }, { filter: {}, offset: 0, limit: 1000 }).items

describe('reason added to the note', () => {
  it.each([1, 2])('keeps text written by another administrator after read %i', async (nth) => {
    let lookupCount = 0
    const { service, harness } = await start([], (line, { ask }) => {
      if (!line.startsWith('GET ')) return undefined
      lookupCount += 1
      const [, id] = /(\d+)$/.exec(line)!
      return lookupCount === nth ? ask('PUT', `/users/${id}`, { note: 'LEGAL HOLD' }) : undefined
    })
    const user = service.someone('active')
    await service.ask('PUT', `/users/${user.id}`, { note: 'original' })
    await harness.settled(harness.enqueue('block', user, { reason: 'spam', note: true }))
    expect(await noteOf(service, user.id)).toMatch(/^LEGAL HOLD\n\d{4}-\d\d-\d\d spam$/)
  })

  it('is written once without reporting a failure if the response is lost', async () => {
    const rule = { method: 'PUT', path: '/users/*', calls: 1, kind: 'reset-after' } as FaultRule
    const { service, harness } = await start([rule])
    const user = service.someone('active')
    const reason = 'spam\nand more spam'
    const ended = await harness.settled(harness.enqueue('block', user, { reason, note: true }))
    expect(ended).toMatchObject({ state: 'done' })
    expect(ended.failure).toBeUndefined()
    expect(await noteOf(service, user.id)).toMatch(/^\d{4}-\d\d-\d\d spam\nand more spam$/)
  })

  it('is recorded in the audit log with the old and new note', async () => {
    const { service, harness } = await start()
    const user = service.someone('active')
    await service.ask('PUT', `/users/${user.id}`, { note: 'original' })
    await harness.settled(harness.enqueue('block', user, { reason: 'spam', note: true }))
    const after = expect.stringMatching(/^original\n\d{4}-\d\d-\d\d spam$/) as string
    const target = { id: user.id, username: user.username }
    expect(entriesOf(harness, service)).toMatchObject([
      {
        action: 'users.modify',
        target,
        fields: ['note'],
        changes: [{ field: 'note', before: 'original', after }],
        reason: 'spam',
        outcome: 'done',
        answer: undefined,
      },
      { action: 'block', target, changes: [], outcome: 'done' },
    ])
  })

  it('gets a separate audit entry if GitLab rejects it', async () => {
    const rule = { method: 'PUT', path: '/users/*', calls: 1, kind: 'status', value: 400 }
    const { service, harness } = await start([rule as FaultRule])
    const user = service.someone('active')
    await harness.settled(harness.enqueue('block', user, { reason: 'spam', note: true }))
    expect(entriesOf(harness, service)).toMatchObject([
      { action: 'users.modify', outcome: 'refused', answer: expect.any(String) },
      { action: 'block', outcome: 'done' },
    ])
  })

  it.each(['reset-before', 'reset-after'] as const)(
    'is recorded with the actual outcome if the response is lost (%s)',
    async (kind) => {
      const rule = { method: 'PUT', path: '/users/*', calls: 1, kind }
      const { service, harness } = await start([rule as FaultRule])
      const user = service.someone('active')
      await harness.settled(harness.enqueue('block', user, { reason: 'spam', note: true }))
      const [entry] = entriesOf(harness, service)
      const noteHasReason = / spam$/.test(String(await noteOf(service, user.id)))
      expect(entry).toMatchObject({
        action: 'users.modify',
        outcome: noteHasReason ? 'done' : 'unknown',
      })
    },
  )

  it('is written and recorded once if the process restarts on another day', async () => {
    const { service, harness } = await start()
    const user = service.someone('active')
    const queued = harness.enqueue('block', user, { reason: 'spam', note: true })
    await harness.settled(queued)
    await harness.close()
    const database = openTestJobs(join(harness.folder, 'jobs.db'))
    database.exec(`DELETE FROM audit_log; UPDATE items SET state = 'sending', finished = NULL`)
    database.close()
    harness.clock.jump(24 * 60 * 60_000)
    const next = await createHarness(service, { folder: harness.folder, clock: harness.clock })
    cleanups.push(() => next.end())
    await next.settled(queued)
    expect(entriesOf(next, service)).toMatchObject([
      {
        action: 'users.modify',
        changes: [{ field: 'note', after: expect.stringContaining('spam') }],
        outcome: 'done',
      },
      { action: 'block', outcome: 'done' },
    ])
    expect(next.writes()).toEqual([])
  })

  it('is recorded with the run for every user of a bulk run', async () => {
    const total = 24
    let users: DirectoryUser[] = []
    const service = await startService({ users: 90 })
    cleanups.push(service.end)
    const harness = await createHarness(service, { users: () => users })
    cleanups.push(() => harness.end())
    users = Array.from({ length: total }, (_, nth) => ({
      ...service.someone('active', nth),
      two_factor_enabled: true,
      last_activity_on: null,
    }))
    const selection = { kind: 'matching' as const, filter: {}, except: [] }
    const request = {
      selection,
      action: 'block' as const,
      note: true,
      reason: 'spam',
      affectedCount: total,
    }
    const { id } = await harness.queue.bulk.start(request)
    await harness.until(() => harness.runs.get(id).state === 'finished', 25)
    const entries = entriesOf(harness, service)
    expect(new Set(entries.map(({ run }) => run))).toEqual(new Set([id]))
    for (const action of ['block', 'users.modify']) {
      const targets = entries.filter((one) => one.action === action).map(({ target }) => target!.id)
      expect(targets.toSorted()).toEqual(users.map((user) => user.id).toSorted())
    }
    const notes = entries.filter((one) => one.action === 'users.modify')
    for (const { target, outcome, changes } of notes.slice(0, 20)) {
      expect(outcome).toBe('done')
      expect(changes[0]!.after).toBe(await noteOf(service, target!.id))
    }
  })
})
