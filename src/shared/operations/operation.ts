import { z } from 'zod'
import type { Failure } from '../rules/failure.ts'

/** The requested file and, for tables, a second one that describes it. */
export const SavedFiles = z.array(z.object({ filename: z.string(), text: z.string() }))

/** One of Latchkey's own operations, as offered to screens. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  NeedsAccount extends boolean | 'optional' = boolean | 'optional',
> {
  readonly input: Input
  readonly output: Output
  /** Whether a call must or may name its account. */
  readonly account: NeedsAccount
  /** Whether that account must be an administrator's. */
  readonly admin?: true
  /** Only reads for display, so the cache may answer it if the instance can't be reached. */
  readonly cacheable?: true
  /** Also works while Latchkey is locked. */
  readonly allowedWhileLocked?: true
  /** The maximum number of values in its input, if above the default. */
  readonly maxValues?: number
}

/** Declares an operation that is not about a single account. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, false> {
  return { ...schemas, account: false }
}

/** Declares an operation on one account, which every call must name. */
export function accountOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, true> {
  return { ...schemas, account: true }
}

/** Declares an operation on this computer for an account, or for the user of the computer if a call names none. */
export function computerOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, 'optional'> {
  return { ...schemas, account: 'optional' }
}

/** Declares an operation on one account that only administrators may call. */
export function adminOperation<Input extends z.ZodType, Output extends z.ZodType>(schemas: {
  input: Input
  output: Output
}): Operation<Input, Output, true> {
  return { ...schemas, account: true, admin: true }
}

/** The same operation, marked as answerable from the cache. */
export function cacheable<O extends Operation>(operation: O): O {
  return { ...operation, cacheable: true }
}

/** The same operation, allowed while Latchkey is locked. */
export function allowedWhileLocked<O extends Operation>(operation: O): O {
  return { ...operation, allowedWhileLocked: true }
}

/** The same operation with another limit for the number of values in its input. */
export function withMaxValues<O extends Operation>(operation: O, maxValues: number): O {
  return { ...operation, maxValues }
}

/** A failure as part of a value. */
export const CarriedFailure = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null,
)
