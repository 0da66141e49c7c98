import { expect, it } from 'vitest'
import { z } from 'zod'
import { parse, safeParse } from './parse.ts'

const schemas: z.ZodType[] = [
  z.string().max(3),
  z.string().min(1),
  z.string().length(3),
  z.array(z.int()).max(2),
]

it.each(schemas)('rejects values whose length check throws', (schema) => {
  const value = { length: { toString: {} } }
  expect(() => schema.safeParse(value)).toThrow(TypeError)
  expect(safeParse(schema, value).success).toBe(false)
  expect(() => parse(schema, value)).toThrow(z.ZodError)
})

it('returns valid values', () => {
  expect(safeParse(z.string().max(3), 'abc')).toEqual({ success: true, data: 'abc' })
  expect(parse(z.string().max(3), 'abc')).toBe('abc')
})
