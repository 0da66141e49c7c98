import { expect, it } from 'vitest'
import type { DirectoryUser } from '../../../shared/rules/moderation.ts'
import { startFaulty } from './testing/faulty-service.ts'

it('tells users whom Latchkey changed from those who already were in the requested state', async () => {
  const users: DirectoryUser[] = []
  const { service, harness } = await startFaulty([], { users: () => users })
  const [changed, already] = [service.someone('active'), service.someone('active', 1)]
  users.push(...[changed, already].map((user) => ({ ...user, two_factor_enabled: true })))
  harness.runs.pauseAll()
  const { id } = await harness.queue.bulk.start({
    selection: { kind: 'users', ids: [changed.id, already.id] },
    action: 'block',
    note: false,
    affectedCount: 2,
  })
  service.set(already.id, { state: 'blocked' })
  harness.runs.resumeAll()
  await harness.until(() => harness.runs.get(id).state === 'finished')
  const [file] = await harness.runs.report(id, 'json')
  const { counts, actions } = JSON.parse(file!.text) as { counts: object; actions: object[] }
  expect(counts).toEqual({ done: 1, already: 1 })
  expect(actions).toMatchObject([
    { id: changed.id, before: 'active', after: 'blocked', outcome: 'done' },
    { id: already.id, before: 'blocked', after: 'blocked', outcome: 'done', already: 'yes' },
  ])
})
