import { expect, it, vi } from 'vitest'
import { limitHeapGrowth } from './small-heap.ts'

const v8 = vi.hoisted(() => ({ given: [] as string[] }))
// Another V8, as in Electron, may refuse what Node's takes.
vi.mock('node:v8', () => ({
  setFlagsFromString(flag: string) {
    v8.given.push(flag)
    throw new Error('Flags are frozen')
  },
}))

it('tries every flag, and starts with a V8 that accepts none', () => {
  expect(limitHeapGrowth).not.toThrow()
  expect(v8.given).toHaveLength(3)
})
