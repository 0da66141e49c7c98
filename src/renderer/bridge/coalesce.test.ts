import { expect, it } from 'vitest'
import { coalesce } from './coalesce.ts'

it('runs once more after the current run, no matter how often it was called', async () => {
  let runs = 0
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const run = coalesce(() => gates[runs++]!.promise)
  const first = run()
  await run()
  await run()
  expect(runs).toBe(1)
  gates[0]!.resolve()
  await new Promise(setImmediate)
  expect(runs).toBe(2)
  gates[1]!.resolve()
  await first
  expect(runs).toBe(2)
})

it('runs again after a run that failed', async () => {
  let runs = 0
  const run = coalesce(() => (runs++ === 0 ? Promise.reject(new Error('no')) : Promise.resolve()))
  await expect(run()).rejects.toThrow('no')
  await run()
  expect(runs).toBe(2)
})
