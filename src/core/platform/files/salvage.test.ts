import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { salvage } from './salvage.ts'

const Item = z.object({ id: z.number(), tags: z.array(z.string()).optional() })

describe('partly valid document', () => {
  it.each([
    [
      'is returned whole if it is valid',
      { items: [{ id: 1 }] },
      { items: [{ id: 1 }], theme: 'dark' },
      0,
    ],
    ['is empty if it is not an object', 'text', { items: [], theme: 'dark' }, 1],
    ['is empty if it is a list', [1], { items: [], theme: 'dark' }, 1],
    ['loses an invalid field', { theme: 7 }, { items: [], theme: 'dark' }, 1],
    ['loses a list of the wrong type', { items: 7 }, { items: [], theme: 'dark' }, 1],
    [
      'loses invalid items and keeps the order of the others',
      { items: [{ id: 1 }, { id: 'x' }, null, { id: 4 }, {}] },
      { items: [{ id: 1 }, { id: 4 }], theme: 'dark' },
      3,
    ],
    [
      'loses a whole item with an invalid part',
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

  it('drops invalid items of records', () => {
    const document = { a: [{ id: 1 }, { id: 'x' }], b: [{}, { id: 2 }], c: 7 }
    expect(salvage(z.record(z.string(), z.array(Item)), document)).toEqual({
      value: { a: [{ id: 1 }], b: [{ id: 2 }] },
      skipped: 3,
    })
  })

  it('drops an incomplete object outside a list', () => {
    const Shape = z.object({ place: z.object({ x: z.number() }).optional() })
    expect(salvage(Shape, { place: {} })).toEqual({ value: {}, skipped: 1 })
  })
})
