import { expect, it, vi } from 'vitest'

it('allows a test to wait longer than a second', async () => {
  const isWaited = vi.fn(() => isWaited.mock.calls.length > 3)
  await vi.waitUntil(isWaited, { interval: 400 })
  await vi.waitFor(() => expect(isWaited()).toBe(true))
  const isPolled = vi.fn(() => isPolled.mock.calls.length > 3)
  await expect.poll(isPolled, { interval: 400 }).toBe(true)
  await expect(vi.waitUntil(() => false, 1)).rejects.toThrow()
})
