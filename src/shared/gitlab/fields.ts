import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from './validation.ts'
import { safeParse } from './parse.ts'

// Responses are parsed leniently, because versions, tiers and proxies differ and one unexpected field must not
// invalidate the entire record. A field that can't be parsed is treated as absent, and only a record without an ID is
// rejected.

/** The highest ID. Others can't be told apart reliably once they are multiplied or stored. */
const highestId = 10 ** 15 - 1
// guard: id-range
const NumberId = z.int().positive().max(highestId)

/** The ID of a record. Some instances send it as a string of digits. */
export const Id = z.union([
  NumberId,
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(NumberId),
])

/** Text in a response. Numbers are converted to text. */
export const ResponseText = z.union([z.string(), z.number().transform(String)])

/** A secret that GitLab returns only once. A response without it is invalid. */
export const Secret = z.string().min(1)

/** A boolean, also accepted as text or as 1 and 0. */
export const Flag = z.union([
  z.boolean(),
  z.stringbool(),
  z.literal([0, 1]).transform((bit) => bit === 1),
])

/** A number, also accepted as text. */
export const Count = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d+)?$/)
    .transform(Number),
])

/** A valid ISO 8601 date-time, with or without milliseconds. */
export const Timestamp = z.stringFormat('moment', isMoment)

/** `YYYY-MM-DD` */
export const DateText = z.stringFormat('day', isMoment)

/** A field that an instance may omit, or send as null or in an unknown format. */
export const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)

/** Text that is present in every record; empty if missing or invalid. */
export const textOrEmpty = ResponseText.catch('')

/** A list inside a record. Invalid entries are dropped. */
export const listOf = <T extends z.ZodType>(schema: T) =>
  z.union([
    z.array(schema),
    z
      .array(z.unknown())
      .transform((entries) =>
        entries.flatMap((entry) => safeParse<z.output<T>>(schema as never, entry).data ?? []),
      ),
  ])

const isoMoment =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d))?$/

function isMoment(text: string): boolean {
  // A fast path for the common format, because long lists contain thousands of timestamps.
  return (
    isoMoment.test(text) || (/^\d{4}-\d\d-\d\d/.test(text) && Number.isFinite(Date.parse(text)))
  )
}

/** An ID in a request. */
export const SentId = z.int().positive()

/** `YYYY-MM-DD`; rejects days that don't exist. */
export const SentDate = z.iso.date(issueText(message('validation.noDate')))

/** An ISO 8601 date-time with a time zone; rejects dates that don't exist. */
export const SentTimestamp = z.iso.datetime({
  offset: true,
  error: issueText(message('validation.noTimestamp')),
})

/** Non-empty text. */
export const SentText = z
  .string()
  .refine((text) => text.trim() !== '', issueText(message('validation.empty')))

/**
 * Runs the request as another user, given by ID or username. Requires an administrator's token with the `sudo` scope.
 */
export const sudo = z.union([SentId, SentText]).optional()

/** A file sent as a part of a multipart form. */
export const SentFile = z.strictObject({
  filename: z.string().min(1),
  /** MIME type. */
  type: z.string(),
  bytes: z.instanceof(Uint8Array),
})
export type SentFile = z.output<typeof SentFile>
