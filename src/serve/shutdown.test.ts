import { expect, it, vi } from 'vitest'
import { testLog } from '../core/testing/log.ts'
import { createShutdown } from './shutdown.ts'

function ending(steps: (() => unknown)[]) {
  const codes: number[] = []
  const logged: string[] = []
  const end = createShutdown({
    steps,
    log: testLog((line) => logged.push(line)),
    exit: (code) => void codes.push(code),
    patienceMs: 20,
  })
  return { end, codes, logged }
}

it('shutdown closes everything in order, then exits', async () => {
  const closed: string[] = []
  const { end, codes } = ending([() => closed.push('server'), () => closed.push('folder')])
  await end()
  expect(closed).toEqual(['server', 'folder'])
  expect(codes[0]).toBe(0)
})

it("shutdown exits with 1 after closing the rest if something can't be closed", async () => {
  const closed: string[] = []
  const fail = () => Promise.reject(new Error('disk I/O error'))
  const { end, codes, logged } = ending([fail, () => closed.push('folder')])
  await end()
  expect(closed).toEqual(['folder'])
  expect(codes[0]).toBe(1)
  expect(logged).toEqual([expect.stringContaining('Closing a component failed.')])
})

it('shutdown exits even if something never closes', async () => {
  const { end, codes } = ending([() => new Promise(() => undefined)])
  void end()
  await vi.waitUntil(() => codes.length > 0)
  expect(codes).toEqual([1])
})

it('shutdown exits immediately on a second request', () => {
  const { end, codes } = ending([() => new Promise(() => undefined)])
  void end()
  void end()
  expect(codes).toEqual([1])
})
