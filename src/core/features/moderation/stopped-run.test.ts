import { afterEach, describe, expect, it } from 'vitest'
import { createNodeFetch } from '../../network/node-fetch.ts'
import { type Service, type Workshop, createWorkshop, startService } from './testing/harness.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const direct = createNodeFetch()

async function set(fetch: typeof globalThis.fetch) {
  const service: Service = await startService()
  ends.push(service.end)
  const person = service.someone('active')
  const { id, username, name, state } = person
  const people = () => [{ id, username, name, state }]
  const workshop: Workshop = await createWorkshop(service, { people, fetch })
  ends.push(() => workshop.end())
  const start = () =>
    workshop.queue.bulk.start('a', {
      selection: { kind: 'people', ids: [id] },
      action: 'ban',
      note: false,
      acts: 1,
    })
  return { service, person, workshop, start }
}

describe('a run that is stopped', () => {
  it.each(['cancel', 'pause'] as const)(
    'by %s finds out what became of what was on its way, and holds nothing else up',
    async (stop) => {
      let isLost = true
      let wasSent = false
      const { service, person, workshop, start } = await set(async (input, init) => {
        if (isLost && wasSent) throw new TypeError('no network')
        wasSent ||= init?.method === 'POST'
        const answer = await direct(input, init)
        if (isLost && wasSent) throw new TypeError('reset after')
        return answer
      })
      const { id: run } = await start()
      await workshop.until(() => workshop.queue.bulk.get('a', run).counts.unknown === 1)
      await workshop.queue.bulk[stop]('a', run)
      const after = workshop.order('unban', { ...person, state: 'banned' })
      isLost = false
      workshop.queue.online('a')
      expect((await workshop.settled(after)).state).toBe('done')
      expect(workshop.queue.bulk.get('a', run).counts).toMatchObject({ done: 1, unknown: 0 })
      expect(workshop.writes()).toHaveLength(2)
      expect(service.person(person.id)!.state).toBe('active')
    },
  )

  it('for good does not send again what was on its way and did not happen', async () => {
    let answer: (answer: Response) => void = () => undefined
    const { service, person, workshop, start } = await set((input, init) =>
      init?.method === 'POST'
        ? new Promise<Response>((resolve) => (answer = resolve))
        : direct(input, init),
    )
    const { id: run } = await start()
    await workshop.until(() => workshop.writes().length === 1)
    await workshop.queue.bulk.cancel('a', run)
    answer(new Response('Retry later', { status: 429, headers: { 'retry-after': '60' } }))
    await workshop.until(() => workshop.queue.bulk.get('a', run).counts.sending === 0)
    expect(workshop.queue.bulk.get('a', run).counts).toMatchObject({ cancelled: 1, ready: 0 })
    expect(service.person(person.id)!.state).toBe('active')
  })
})
