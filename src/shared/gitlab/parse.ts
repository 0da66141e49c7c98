import { z } from 'zod'

/**
 * Like `schema.safeParse`, but never throws. zod compares a value's length before checking its type, which throws if
 * `length` is an object.
 */
export function safeParse<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(value)
  } catch {
    const error = new z.ZodError([{ code: 'custom', path: [], input: value, message: '' }])
    return { success: false, error: error as z.ZodError<T> }
  }
}

/** Like `schema.parse`, but throws nothing other than a `ZodError`. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const checked = safeParse(schema, value)
  if (!checked.success) throw checked.error
  return checked.data
}
