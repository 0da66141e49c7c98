import { z } from 'zod'
import type { Failure } from '../rules/failure.ts'

/** The requested file and, for tables, a second one that describes it. */
export const SavedFiles = z.array(
  z.object({
    filename: z.string(),
    text: z.string(),
    /** Whether the text is base64. */
    isBinary: z.literal(true).optional(),
  }),
)

/** One of Latchkey's own operations, as screens can call it. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  NeedsAccount extends boolean | 'optional' = boolean | 'optional',
> {
  readonly input: Input
  readonly output: Output
  /** Whether a call must or may specify an account. */
  readonly account: NeedsAccount
  /** Whether that account must belong to an administrator. */
  readonly admin?: true
  /** Only reads data for display, so a cached response will do if the instance can't be reached. */
  readonly cacheable?: true
  /** Also works while Latchkey is locked. */
  readonly allowedWhileLocked?: true
  /** The maximum number of values in its input, if higher than the default. */
  readonly maxValues?: number
}

/**
 * An operation's schemas, built with its first call. So are the larger schemas of the other files (`z.lazy`): building
 * all of them would take a fifth of a start.
 */
type Schemas<Input, Output> = () => { input: Input; output: Output }

function declare<
  Input extends z.ZodType,
  Output extends z.ZodType,
  NeedsAccount extends boolean | 'optional',
>(
  build: Schemas<Input, Output>,
  account: NeedsAccount,
  traits?: { admin: true },
): Operation<Input, Output, NeedsAccount> {
  let built: ReturnType<typeof build> | undefined
  const schemas = () => (built ??= build())
  return {
    get input() {
      return schemas().input
    },
    get output() {
      return schemas().output
    },
    account,
    ...traits,
  }
}

/** Declares an operation that doesn't need an account. */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  schemas: Schemas<Input, Output>,
): Operation<Input, Output, false> {
  return declare(schemas, false)
}

/** Declares an operation on one account, which every call must specify. */
export function accountOperation<Input extends z.ZodType, Output extends z.ZodType>(
  schemas: Schemas<Input, Output>,
): Operation<Input, Output, true> {
  return declare(schemas, true)
}

/**
 * Declares an operation on this computer. It is for an account, or for the computer's user if a call doesn't specify
 * one.
 */
export function computerOperation<Input extends z.ZodType, Output extends z.ZodType>(
  schemas: Schemas<Input, Output>,
): Operation<Input, Output, 'optional'> {
  return declare(schemas, 'optional')
}

/** Declares an operation on one account that only administrators may call. */
export function adminOperation<Input extends z.ZodType, Output extends z.ZodType>(
  schemas: Schemas<Input, Output>,
): Operation<Input, Output, true> {
  return declare(schemas, true, { admin: true })
}

/** Marks an operation as cacheable. */
export function cacheable<O extends Operation>(operation: O): O {
  return Object.assign(operation, { cacheable: true })
}

/** Allows an operation while Latchkey is locked. */
export function allowedWhileLocked<O extends Operation>(operation: O): O {
  return Object.assign(operation, { allowedWhileLocked: true })
}

/** Overrides the maximum number of values in an operation's input. */
export function withMaxValues<O extends Operation>(operation: O, maxValues: number): O {
  return Object.assign(operation, { maxValues })
}

/** A failure inside another value. */
export const CarriedFailure = z.custom<Failure>(
  (value) => typeof value === 'object' && value !== null,
)
