import { z } from 'zod'
import { SentDate, SentId } from '../service/fields.ts'
import { adminOperation } from './operation.ts'

/** Most entries that cross at once. */
export const entriesAtOnce = 100

/** Who did what to whom. No field of it can hold a secret. */
export const JournalEntry = z.object({
  id: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** Address of the instance. */
  instance: z.string(),
  actor: z.object({ id: z.number(), username: z.string() }),
  /** A moderation action, or an operation of the service such as `users.modify`. */
  action: z.string(),
  target: z.object({ id: z.number(), username: z.string().optional() }).optional(),
  /** Names of the fields that were sent, without their values. */
  fields: z.array(z.string()),
  reason: z.string().optional(),
  /** The state of the person before and after, where it was read. */
  before: z.string().optional(),
  after: z.string().optional(),
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** The service's words, where it refused. */
  answer: z.string().optional(),
})
export type JournalEntry = z.output<typeof JournalEntry>

export const JournalFilter = z.strictObject({
  /** Part of a username, a reason or an answer. */
  search: z.string().max(10_000).optional(),
  action: z.string().max(100).optional(),
  outcome: z.enum(['done', 'refused', 'unknown']).optional(),
  target: SentId.optional(),
  /** First and last day, where this computer is. */
  from: SentDate.optional(),
  to: SentDate.optional(),
})
export type JournalFilter = z.output<typeof JournalFilter>

/** What administrators did from here, as each account of this machine; it stays when one signs out. */
export const journal = {
  /** Newest first. */
  list: adminOperation({
    input: z.strictObject({
      filter: JournalFilter.default({}),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(entriesAtOnce).default(entriesAtOnce),
    }),
    output: z.object({
      items: z.array(JournalEntry),
      total: z.number(),
      /** Every action that occurs. */
      actions: z.array(z.string()),
    }),
  }),
  export: adminOperation({
    input: z.strictObject({ filter: JournalFilter.default({}), format: z.enum(['csv', 'json']) }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
