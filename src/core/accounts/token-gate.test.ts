import { expect, it } from 'vitest'
import { failureOf } from '../gitlab/testing/client.ts'
import { TokenGate } from './token-gate.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

it("times out a change if requests don't finish, and then serves later requests", async () => {
  const gate = new TokenGate()
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = gate.use('ada', () => promise)
  const change = gate.change('ada', () => gate.idle('ada', 5))
  expect(await failureOf(change)).toMatchObject({ kind: 'timeout' })
  expect(await gate.use('ada', async () => 'passed')).toBe('passed')
  resolve()
  await slow
})

it('runs changes one at a time and never alongside a request', async () => {
  const gate = new TokenGate()
  const order: string[] = []
  const run = (name: string) => async () => {
    order.push(name)
    await turn()
    order.push(`${name} ended`)
  }
  const changes = [gate.change('ada', run('one')), gate.change('ada', run('two'))]
  await Promise.all([...changes, gate.use('ada', run('use'))])
  const ofChanges = order.filter((entry) => !entry.startsWith('use'))
  expect(ofChanges).toEqual(['one', 'one ended', 'two', 'two ended'])
  expect(order.indexOf('use')).toBeGreaterThan(order.indexOf('one ended'))
})

it('does not block other accounts', async () => {
  const gate = new TokenGate()
  const { promise, resolve } = Promise.withResolvers<void>()
  const change = gate.change('ada', () => promise)
  expect(await gate.use('ines', async () => 'passed')).toBe('passed')
  resolve()
  await change
})
