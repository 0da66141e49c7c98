import { z } from 'zod'
import type { Failure } from '../rules/failure.ts'

/** What was asked for and, beside a table, a file that says what it is of. */
export const SavedFiles = z.array(z.object({ filename: z.string(), text: z.string() }))

/** One of Latchkey's own operations for its screens. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  NeedsAccount extends boolean | 'optional' = boolean | 'optional',
> {
  readonly input: Input
  readonly output: Output
  /** Whether the call must name its account, or may. */
  readonly account: NeedsAccount
  /** Whether that account must be an administrator's. */
  readonly admin?: true
  /** Only reads for display, so it may be answered from the cache if the service can't be reached. */
  readonly cacheable?: true
  /** Works while Latchkey is locked, too. */
  readonly allowedWhileLocked?: true
  /** How many values its input may have, if more than usual. */
  readonly maxValues?: number
}

/** Declares an operation that is about no account, or about accounts as a whole. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, false> {
  return { ...schemas, account: false }
}

/** Declares an operation on one account, which every call names. */
export function accountOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, true> {
  return { ...schemas, account: true }
}

/** Declares an operation on the computer of an account, which is the person's where a call names none. */
export function computerOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, 'optional'> {
  return { ...schemas, account: 'optional' }
}

/** Declares an operation on an account that only administrators have. */
export function adminOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, true> {
  return { ...schemas, account: true, admin: true }
}

/** The same operation, which may answer from the cache. */
export function cacheable<O extends Operation>(operation: O): O {
  return { ...operation, cacheable: true }
}

/** The same operation, which works while Latchkey is locked, too. */
export function allowedWhileLocked<O extends Operation>(operation: O): O {
  return { ...operation, allowedWhileLocked: true }
}

/** The same operation, whose input may have so many values. */
export function withMaxValues<O extends Operation>(operation: O, maxValues: number): O {
  return { ...operation, maxValues }
}

/** A failure as part of a value. */
export const CarriedFailure = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null,
)
