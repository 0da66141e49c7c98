import { z } from 'zod'

/**
 * As `schema.safeParse`, and never throws: zod compares the length of whatever has one before it knows what it is, which an object
 * whose `length` is an object again can break.
 */
export function safeParse<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value)
  } catch {
    const message = 'is nothing that belongs here'
    const error = new z.ZodError([{ code: 'custom', path: [], input: value, message }])
    return { success: false, error: error as z.ZodError<T> }
  }
}

/** As `schema.parse`: throws a `ZodError`, and nothing else. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = safeParse(schema, value)
  if (!checked.success) throw checked.error
  return checked.data
}
