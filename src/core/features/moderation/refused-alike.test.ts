import { describe, expect, it, onTestFinished } from 'vitest'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { type Harness, type Service, createHarness, startService } from './testing/harness.ts'

const direct = createNodeFetch()
const count = 8

/** A run of bans at an instance that refuses some users with 403. One request is in flight at a time. */
async function start(refuse: (nth: number) => string | undefined) {
  const service: Service = await startService()
  onTestFinished(service.end)
  const users = Array.from({ length: count }, (_, nth) => service.someone('active', nth)).reverse()
  const refused = { isOver: false }
  const harness: Harness = await createHarness(service, {
    requestsAtOnce: 1,
    users: () => users.map((user) => ({ ...user, two_factor_enabled: true })),
    fetch(input, init) {
      const id = Number(/\/users\/(\d+)\/ban$/.exec(new URL(String(input)).pathname)?.[1])
      const nth = users.findIndex((user) => user.id === id)
      const message = nth >= 0 && !refused.isOver ? refuse(nth) : undefined
      return message === undefined
        ? direct(input, init)
        : Promise.resolve(Response.json({ message }, { status: 403 }))
    },
  })
  onTestFinished(() => harness.end())
  const { id } = await harness.queue.bulk.start({
    selection: { kind: 'users', ids: users.map((user) => user.id) },
    action: 'ban',
    note: false,
    affectedCount: count,
  })
  await harness.until(() => ['paused', 'finished'].includes(harness.runs.get(id).state))
  await harness.until(() => harness.runs.get(id).counts.sending === 0)
  return { harness, id, users, refused, run: () => harness.runs.get(id) }
}

const among =
  (...nths: number[]) =>
  (message: string) =>
  (nth: number) =>
    nths.includes(nth) ? message : undefined

describe('run at an instance that refuses users', () => {
  it.each(['403 Forbidden', '403 Forbidden - This user is protected'])(
    'ends only the user that is refused with “%s”',
    async (message) => {
      const { run, harness, users } = await start(among(2)(message))
      expect(run()).toMatchObject({ state: 'finished', counts: { done: 7, refused: 1 } })
      expect(run().refusal).toBeUndefined()
      const refusals = { states: ['refused' as const], order: 'newest' as const }
      const { items } = harness.queue.list({ ...refusals, offset: 0, limit: 9 })
      expect(items.map(({ target }) => target.id)).toEqual([users[2]!.id])
      const { failure } = items[0]!
      expect(`${failure!.message} ${failure!.hint ?? ''}`).not.toMatch(/admin_mode|permission/)
      const { hold, waiting } = harness.queue.summary()
      expect([hold, waiting]).toEqual([undefined, undefined])
    },
  )

  it('pauses once two users are refused without a reason, and says so', async () => {
    const { run, harness, id, refused } = await start(among(1, 4)('403 Forbidden'))
    expect(run()).toMatchObject({
      state: 'paused',
      refusal: { status: 403, message: 'GitLab refused this without a reason (403).' },
      counts: { done: 3, refused: 2, ready: 3 },
    })
    const { hold, refusedRun } = harness.queue.summary()
    expect([hold, refusedRun]).toEqual([undefined, id])
    refused.isOver = true
    harness.runs.resume(id)
    await harness.until(() => run().state === 'finished')
    expect(run()).toMatchObject({ counts: { done: 6, refused: 2 } })
    expect(run().refusal).toBeUndefined()
    expect(harness.queue.summary().refusedRun).toBeUndefined()
  })

  it('pauses once two users in a row are refused with the same reason, with what GitLab said', async () => {
    const { run } = await start(among(3, 4, 5)('403 Forbidden - Bans are disabled'))
    expect(run()).toMatchObject({
      state: 'paused',
      refusal: { message: 'Bans are disabled.' },
      counts: { done: 3, refused: 2, ready: 3 },
    })
  })

  it('goes on if others were done in between, or for another reason', async () => {
    const between = await start(among(1, 4)('403 Forbidden - This user is protected'))
    expect(between.run()).toMatchObject({ state: 'finished', counts: { done: 6, refused: 2 } })
    const other = await start((nth) => (nth < 2 ? `403 Forbidden - Reason ${nth}` : undefined))
    expect(other.run()).toMatchObject({ state: 'finished', counts: { done: 6, refused: 2 } })
  })

  it('doesn’t pause again for a refusal after which it was resumed', async () => {
    const { run, harness, id } = await start((nth) => (nth > 1 ? '403 Forbidden' : undefined))
    expect(run()).toMatchObject({ state: 'paused', counts: { refused: 2, ready: 4 } })
    harness.runs.resume(id)
    await harness.until(() => run().state === 'finished')
    expect(run()).toMatchObject({ counts: { done: 2, refused: 6 } })
  })

  it('stays paused after a restart and the release of other holds', async () => {
    const { run, harness } = await start(among(1, 4)('403 Forbidden'))
    harness.runner.hold('token', 'replaced')
    harness.queue.release()
    expect(run()).toMatchObject({ state: 'paused', refusal: { status: 403 } })
  })
})
