import { z } from 'zod'

/** An id. Some services send it as a string of digits. */
export const Id = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

/** A field that a service may leave out or send as null. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()

/** ISO 8601 date-time, with or without milliseconds. */
export const Timestamp = z.string()

/** `YYYY-MM-DD` */
export const DateText = z.string()

/** An instruction to act as somebody else, by id or username; administrators with the scope `sudo` only. */
export const sudo = z.union([z.int().positive(), z.string().min(1)]).optional()
