import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import { type Harness, type Service, createHarness, startService } from './testing/harness.ts'

let service: Service
let harness: Harness
let nth = 0
beforeAll(async () => void (service = await startService({ users: 120 })))
afterAll(() => service.end())
beforeEach(async () => void (harness = await createHarness(service, { undoSeconds: 30 })))
afterEach(() => harness.end())

/** Creates conflicts by changing the users of queued actions. */
async function conflicts(
  action: ModerationAction,
  count: number,
  { before = 'active', after }: { before?: string; after: string },
) {
  const users = Array.from({ length: count }, () => service.someone(before, nth++))
  const queued = users.map((user) => harness.enqueue(action, user))
  for (const { id } of users) service.set(id, { state: after })
  harness.queue.sendNow(queued.map(({ id }) => id))
  for (const one of queued) expect((await harness.settled(one)).state).toBe('conflict')
  return { users, ids: queued.map(({ id }) => id) }
}

const idsOf = () => harness.queue.conflictKinds().map(({ ids }) => ids.toSorted((a, b) => a - b))

describe('grouped conflicts', () => {
  it('are grouped by action and the users’ new state', async () => {
    const banned = await conflicts('deactivate', 3, { after: 'banned' })
    const blocked = await conflicts('deactivate', 2, { after: 'blocked' })
    await conflicts('block', 1, { after: 'banned' })
    expect(idsOf()).toEqual([banned.ids, blocked.ids])
    expect(harness.queue.conflictKinds()[0]!.latest).toMatchObject({
      id: banned.ids.at(-1),
      after: 'banned',
    })
    expect(harness.queue.conflictKinds(1)).toEqual([])
  })

  it('are counted beyond the number that can be decided together', async () => {
    const { ids } = await conflicts('block', 2, { after: 'banned' })
    const { sql } = harness.store
    const columns = sql
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('items') WHERE name <> 'id'`)
      .map(({ name }) => name)
      .join()
    sql.run(
      `INSERT INTO items (${columns})
       WITH RECURSIVE copies (nth) AS (SELECT 1 UNION ALL SELECT nth + 1 FROM copies WHERE nth < 1500)
       SELECT ${columns} FROM items, copies WHERE id = ?`,
      ids[0]!,
    )
    expect(harness.queue.conflictKinds()).toMatchObject([{ ids: { length: 1_000 }, total: 1_502 }])
  })

  it('can be dismissed together, except those resolved since', async () => {
    const { ids, users } = await conflicts('ban', 3, { after: 'blocked' })
    harness.queue.decide(ids[0]!, 'drop')
    expect(harness.queue.decideAll({ ids, decision: 'drop' })).toMatchObject({
      summary: { counts: { conflict: 0, cancelled: 3 } },
      decided: 2,
    })
    expect(idsOf()).toEqual([])
    expect(users.map(({ id }) => service.user(id)!.state)).toEqual(Array(3).fill('blocked'))
    const again = harness.refusalOf(() => harness.queue.decideAll({ ids, decision: 'drop' }))
    expect(again).toMatchObject({ kind: 'conflict' })
  })

  it('can be replaced with an action that fits the users’ current state', async () => {
    const { ids, users } = await conflicts('unblock', 2, { before: 'blocked', after: 'banned' })
    harness.queue.decideAll({ ids, decision: { instead: 'unban' } })
    const queued = harness.queue.list({ states: ['undoable'], offset: 0, limit: 10 }).items
    expect(queued.map(({ action }) => action)).toEqual(['unban', 'unban'])
    harness.queue.sendNow(queued.map(({ id }) => id))
    for (const one of queued) expect((await harness.settled(one)).state).toBe('done')
    expect(users.map(({ id }) => service.user(id)!.state)).toEqual(['active', 'active'])
    expect(ids.map((id) => harness.get(id).state)).toEqual(['cancelled', 'cancelled'])
  })

  it('remain unchanged if one of them can’t be resolved that way', async () => {
    const { ids } = await conflicts('unblock', 2, { before: 'blocked', after: 'banned' })
    const refusal = harness.refusalOf(() =>
      harness.queue.decideAll({ ids, decision: { instead: 'activate' } }),
    )
    expect(refusal).toMatchObject({ kind: 'conflict' })
    expect(idsOf()).toEqual([ids])
    const unconfirmed = harness.refusalOf(() =>
      harness.queue.decideAll({ ids, decision: { instead: 'delete' } }),
    )
    expect(unconfirmed).toMatchObject({ kind: 'invalid' })
  })
})
