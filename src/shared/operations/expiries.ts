import { z } from 'zod'
import { CarriedFailure, operation } from './operation.ts'

/** `access-token`: the one that the account is signed in with. */
export const expiryKinds = ['access-token', 'token', 'ssh', 'gpg'] as const

/** A token or key of a signed-in account that will expire. */
export const Expiry = z.lazy(() =>
  z.object({
    /** The account's ID. */
    account: z.string(),
    kind: z.enum(expiryKinds),
    id: z.number().optional(),
    /** Its name or title; a GPG key's ID. */
    name: z.string(),
    /** ISO 8601 date or time. A date expires when it starts, in UTC. */
    at: z.string(),
    daysLeft: z.number(),
  }),
)
export type Expiry = z.output<typeof Expiry>

/** What couldn't be read, of which account. */
const failures = z.lazy(() => z.array(z.object({ account: z.string(), failure: CarriedFailure })))

/** The accounts of which only tokens created here are known. */
const unlisted = z.array(z.string())

const input = z.strictObject({
  /** The ID of the only account to read; all by default. */
  account: z.string().max(64).optional(),
})

/** When the tokens and keys of the signed-in accounts expire. */
export const expiries = {
  /** The next first, without those that have expired. */
  list: operation(() => ({
    input,
    output: z.object({
      items: z.array(Expiry),
      failures,
      unlisted,
    }),
  })),
  /** The same as a calendar (RFC 5545). */
  calendar: operation(() => ({
    input: input.extend({
      /** How many days ahead; all by default. */
      days: z.int().min(0).max(99_999).optional(),
    }),
    output: z.object({
      filename: z.string(),
      text: z.string(),
      count: z.number(),
      failures,
      unlisted,
    }),
  })),
}
