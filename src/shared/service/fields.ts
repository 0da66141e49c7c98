import { z } from 'zod'

/** An id. Some services send it as a string of digits. */
export const Id = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)])

/** A field that a service may leave out or send as null. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish()

/** ISO 8601 date-time, with or without milliseconds. */
export const Timestamp = z.string()

/** `YYYY-MM-DD` */
export const DateText = z.string()

/** An id that is sent. */
export const SentId = z.int('is not a number').positive('is not an id')

/** `YYYY-MM-DD`, and a day that exists. */
export const SentDate = z.iso.date('is not a date like 2026-01-31')

/** ISO 8601 date-time with a zone, and a moment that exists. */
export const SentTimestamp = z.iso.datetime({
  offset: true,
  error: 'is not a date and time like 2026-01-31T12:00:00Z',
})

/** Text that must say something. */
export const SentText = z.string().refine((text) => text.trim() !== '', 'cannot be empty')

/** An instruction to act as somebody else, by id or username; administrators with the scope `sudo` only. */
export const sudo = z.union([SentId, SentText]).optional()

/** A file that is sent as a part of a multipart form. */
export const SentFile = z.strictObject({
  filename: z.string().min(1),
  /** MIME type. */
  type: z.string(),
  bytes: z.instanceof(Uint8Array),
})
export type SentFile = z.output<typeof SentFile>
