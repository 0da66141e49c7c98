import { expect, it } from 'vitest'
import { TaskLimiter } from './task-limiter.ts'

it('runs eight tasks concurrently, and starts the next one when a task ends', async () => {
  const limiter = new TaskLimiter()
  const ends: (() => void)[] = []
  const started: number[] = []
  const tasks = Array.from({ length: 10 }, (_, nth) =>
    limiter.take(async () => {
      started.push(nth)
      await new Promise<void>((end) => ends.push(end))
      if (nth === 1) throw new Error('failed')
    }),
  )
  const first = Array.from({ length: 8 }, (_, nth) => nth)
  await expect.poll(() => started).toEqual(first)
  ends[1]!()
  await expect(tasks[1]).rejects.toThrow('failed')
  await expect.poll(() => started).toEqual([...first, 8])
  ends[0]!()
  await tasks[0]
  await expect.poll(() => started).toEqual([...first, 8, 9])
  for (const end of ends) end()
  await Promise.allSettled(tasks)
  await limiter.take(async () => started.push(10))
  expect(started).toContain(10)
})
