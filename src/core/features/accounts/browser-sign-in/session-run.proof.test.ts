import { afterEach, expect, it, vi } from 'vitest'
import type { JobSummary } from '../../../../shared/operations/jobs.ts'
import { readAll } from '../../directory/testing/sync.ts'
import { isFull } from '../../../testing/proof.ts'
import { SessionStage, lifetimeMs } from '../testing/session-stage.ts'

/** Each with a write and a refresh. */
const users = isFull ? 500 : 20
let stage: SessionStage
afterEach(() => stage.stop())

it('a run sends each write once, with a session that is refreshed after almost each', async () => {
  stage = await SessionStage.start('ines', { users: users + 200 })
  const { latchkey, account, sent } = stage
  const call = <T>(name: string, input: object = {}) => latchkey.value<T>(name, input, account.id)
  await latchkey.value('settings.set', { requestsAtOnce: 1 })
  await readAll(latchkey, account.id)
  const ids = await activeUsers(stage)
  // Time passes only with the run's writes, so each one needs a new session.
  stage.answer = (path) => {
    if (path.endsWith('/block')) stage.pass((lifetimeMs * 4) / 5)
    return undefined
  }
  const request = { selection: { kind: 'users', ids }, action: 'block', reason: 'Left' }
  const { id } = await call<JobSummary>('bulk.start', { ...request, affectedCount: ids.length })
  await call('queue.sendAllNow')
  await vi.waitUntil(
    async () => (await call<JobSummary>('jobs.get', { job: id })).state === 'finished',
    { timeout: 120_000, interval: 100 },
  )
  const writes = sent.filter((request) => request.endsWith('/block'))
  expect(new Set(writes).size).toBe(users)
  expect(writes).toHaveLength(users)
  expect((await call<JobSummary>('jobs.get', { job: id })).counts).toMatchObject({ done: users })
  expect(stage.refreshes).toBeGreaterThanOrEqual(users * 0.8)
  expect((await stage.state()).rotation).toBeUndefined()
  console.log(
    `\nproof: sessions: ${users} users blocked with ${stage.refreshes} refreshes of 5 minutes, 0 writes lost, 0 twice`,
  )
}, 180_000)

/** The IDs of active users other than the administrator, from the instance itself. */
async function activeUsers({ sandbox, account }: SessionStage): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; ids.length < users; page += 1) {
    const answer = await fetch(
      `${sandbox.url}/api/v4/users?active=true&humans=true&without_project_bots=true&per_page=100&page=${page}`,
      { headers: { 'private-token': sandbox.tokens.admin } },
    )
    const list = (await answer.json()) as { id: number; state: string }[]
    ids.push(...list.flatMap(({ id, state }) => (state === 'active' ? id : [])))
  }
  return ids.filter((id) => id !== account.user.id).slice(0, users)
}
