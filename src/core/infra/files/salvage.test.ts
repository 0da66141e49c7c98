import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { salvage } from './salvage.ts'

const Item = z.object({ id: z.number(), tags: z.array(z.string()).optional() })

describe('what can be understood of a document', () => {
  it.each([
    ['is all of it', { items: [{ id: 1 }] }, { items: [{ id: 1 }], theme: 'dark' }, 0],
    ['is nothing of what is no document', 'text', { items: [], theme: 'dark' }, 1],
    ['is nothing of a list', [1], { items: [], theme: 'dark' }, 1],
    ['leaves out a field', { theme: 7 }, { items: [], theme: 'dark' }, 1],
    ['leaves out a list that is none', { items: 7 }, { items: [], theme: 'dark' }, 1],
    [
      'leaves out items, and keeps the others in their order',
      { items: [{ id: 1 }, { id: 'x' }, null, { id: 4 }, {}] },
      { items: [{ id: 1 }, { id: 4 }], theme: 'dark' },
      3,
    ],
    [
      'leaves out a whole item for the sake of a part',
      { items: [{ id: 1, tags: ['a', 7] }, { id: 2 }] },
      { items: [{ id: 2 }], theme: 'dark' },
      1,
    ],
  ])('%s', (_, document, value, skipped) => {
    const Shape = z.object({
      items: z.array(Item).default([]),
      theme: z.string().default('dark'),
    })
    expect(salvage(Shape, document)).toEqual({ value, skipped })
  })

  it('leaves out items of lists by name', () => {
    const document = { a: [{ id: 1 }, { id: 'x' }], b: [{}, { id: 2 }], c: 7 }
    expect(salvage(z.record(z.string(), z.array(Item)), document)).toEqual({
      value: { a: [{ id: 1 }], b: [{ id: 2 }] },
      skipped: 3,
    })
  })

  it('leaves out what lacks something where there is no list around it', () => {
    const Shape = z.object({ place: z.object({ x: z.number() }).optional() })
    expect(salvage(Shape, { place: {} })).toEqual({ value: {}, skipped: 1 })
  })
})
