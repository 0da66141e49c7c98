import { afterEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../../sandbox/faults.ts'
import { createNodeFetch } from '../../network/node-fetch.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/harness.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function set(
  faults: FaultRule[] = [],
  options: Parameters<typeof createWorkshop>[1] = {},
): Promise<{ service: Service; workshop: Workshop }> {
  const service = await startService({ faults })
  ends.push(service.end)
  const workshop = await createWorkshop(service, options)
  ends.push(() => workshop.end())
  return { service, workshop }
}

const fault = (
  method: string,
  path: string,
  calls: number | string,
  kind: string,
  value?: number,
) => ({ method, path, calls, kind, value }) as FaultRule

const looks = ({ requests }: Workshop) =>
  requests.filter(({ line }) => /^GET \/users\/\d+$/.test(line)).length
const messageOf = (workshop: Workshop, id: number) => workshop.get(id).failure?.message ?? ''

describe('a lost answer', () => {
  it('to a deletion is waited for as long as the service takes', async () => {
    const { service, workshop } = await set([fault('DELETE', '/users/*', 1, 'reset-after')])
    const ordered = workshop.order('delete', service.someone('active'))
    await workshop.until(() => looks(workshop) > 6)
    expect(workshop.get(ordered.id)).toMatchObject({
      state: 'unknown',
      failure: { message: expect.stringMatching(/The deletion may be running/) },
    })
    service.skipMinutes(2)
    expect(await workshop.settled(ordered)).toMatchObject({ state: 'done', after: 'gone' })
    expect(workshop.writes()).toHaveLength(1)
  })

  it('to a deletion that did not arrive is sent again only by whoever decides so', async () => {
    const { service, workshop } = await set([fault('DELETE', '/users/*', 1, 'reset-before')])
    const ordered = workshop.order('delete', service.someone('active'))
    await workshop.until(() => looks(workshop) > 6)
    expect(workshop.writes()).toHaveLength(1)
    workshop.queue.decide('a', ordered.id, 'apply')
    expect((await workshop.settled(ordered)).state).toBe('done')
    expect(workshop.writes()).toHaveLength(2)
  })

  it('to a deletion can be dismissed, which the audit log tells', async () => {
    const { service, workshop } = await set([fault('DELETE', '/users/*', 1, 'reset-before')])
    const ordered = workshop.order('delete', service.someone('active'))
    await workshop.until(() => looks(workshop) > 3)
    expect(workshop.queue.decide('a', ordered.id, 'drop').state).toBe('cancelled')
    const entries = () =>
      workshop.auditLog.list({ instance: service.url, id: 1 }, { filter: {}, offset: 0, limit: 10 })
        .items
    await workshop.until(() => entries().length > 0)
    expect(entries()).toMatchObject([{ action: 'delete', outcome: 'unknown' }])
  })

  it.each([
    ['hard_delete', 'active', 'DELETE', '/users/*'],
    ['reject', 'blocked_pending_approval', 'POST', '/users/*/reject'],
  ] as const)(
    'to %s of somebody who is blocked since is a deletion that runs, and no conflict',
    async (action, state, method, path) => {
      const { service, workshop } = await set([fault(method, path, 1, 'reset-after')])
      const person = service.someone(state)
      const ordered = workshop.order(action, person)
      await workshop.until(() => workshop.get(ordered.id).state === 'unknown')
      // As GitLab does before its job has run.
      service.set(person.id, { state: 'blocked' })
      await workshop.until(() => /is probably running/.test(messageOf(workshop, ordered.id)))
      service.skipMinutes(2)
      expect(await workshop.settled(ordered)).toMatchObject({ state: 'done', after: 'gone' })
      expect(workshop.writes()).toHaveLength(1)
    },
  )

  it('to a deletion that ran late is told as done from here', async () => {
    const direct = createNodeFetch()
    let looks = 0
    const { service, workshop } = await set([fault('DELETE', '/users/*', 1, 'reset-after')], {
      fetch: (input, init) => {
        if (init?.method === 'GET') looks += 1
        // Only when it was looked for three times in vain, the service gets round to it.
        if (looks === 5) service.skipMinutes(2)
        return direct(input, init)
      },
    })
    const ended = await workshop.settled(workshop.order('delete', service.someone('active')))
    expect(ended).toMatchObject({ state: 'done', after: 'gone' })
    expect(ended.failure?.message ?? '').not.toMatch(/nothing was changed/)
    expect(workshop.writes()).toHaveLength(1)
  })

  it('to nothing: a deletion that was accepted is followed until the person is gone', async () => {
    const { service, workshop } = await set()
    const person = service.someone('active')
    const ended = await workshop.settled(workshop.order('delete', person))
    expect(ended).toMatchObject({ state: 'done', after: 'active' })
    service.skipMinutes(2)
    await workshop.until(() => workshop.get(ended.id).after === 'gone')
    expect(workshop.get(ended.id).failure).toBeUndefined()
    expect(workshop.removed).toContain(person.id)
  })
})
