import { afterEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../sandbox/faults.ts'
import { createNodeFetch } from '../node-fetch.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/workshop.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A queue whose every answer can be followed by what another administrator does. */
async function start(
  faults: FaultRule[] = [],
  after: (line: string, service: Service) => Promise<unknown> | undefined = () => undefined,
): Promise<{ service: Service; workshop: Workshop }> {
  const service = await startService({ faults })
  ends.push(service.end)
  const direct = createNodeFetch()
  const workshop = await createWorkshop(service, {
    fetch: async (input, init) => {
      const answer = await direct(input, init)
      await after(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`, service)
      return answer
    },
  })
  ends.push(() => workshop.end())
  return { service, workshop }
}
const noteOf = async (service: Service, id: number) =>
  (await service.ask('GET', `/users/${id}`))['note']

describe('a reason that goes into the note', () => {
  it.each([1, 2])('keeps what another administrator wrote after look %i', async (nth) => {
    let looks = 0
    const { service, workshop } = await start([], (line, { ask }) => {
      if (!line.startsWith('GET ')) return undefined
      looks += 1
      const [, id] = /(\d+)$/.exec(line)!
      return looks === nth ? ask('PUT', `/users/${id}`, { note: 'LEGAL HOLD' }) : undefined
    })
    const person = service.someone('active')
    await service.ask('PUT', `/users/${person.id}`, { note: 'original' })
    await workshop.settled(workshop.order('block', person, { reason: 'spam', note: true }))
    expect(await noteOf(service, person.id)).toMatch(/^LEGAL HOLD\n\d{4}-\d\d-\d\d spam$/)
  })

  it('is written once, and no failure, where the answer was lost', async () => {
    const rule = { method: 'PUT', path: '/users/*', calls: 1, kind: 'reset-after' } as FaultRule
    const { service, workshop } = await start([rule])
    const person = service.someone('active')
    const reason = 'spam\nand more spam'
    const ended = await workshop.settled(workshop.order('block', person, { reason, note: true }))
    expect(ended).toMatchObject({ state: 'done' })
    expect(ended.failure).toBeUndefined()
    expect(await noteOf(service, person.id)).toMatch(/^\d{4}-\d\d-\d\d spam\nand more spam$/)
  })
})
