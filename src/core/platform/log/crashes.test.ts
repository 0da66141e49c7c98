import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { logCrashes } from './crashes.ts'
import { testLog } from '../../testing/log.ts'

it('ends the process once after an uncaught error, and limits further log entries', () => {
  const process = new EventEmitter()
  const logged: string[] = []
  let ends = 0
  logCrashes(
    process,
    testLog((line) => logged.push(line)),
    () => void (ends += 1),
  )
  for (let nth = 0; nth < 1000; nth += 1) process.emit('uncaughtException', new Error('again'))
  expect(ends).toBe(1)
  expect(logged).toHaveLength(6)
})

it('continues after an unhandled rejection', () => {
  const process = new EventEmitter()
  const logged: string[] = []
  logCrashes(
    process,
    testLog((line) => logged.push(line)),
    () => expect.unreachable(),
  )
  process.emit('unhandledRejection', new Error('left alone'))
  expect(logged).toHaveLength(1)
})
