import { z } from 'zod'
import { upTo } from '../gitlab/validation.ts'
import { SentDate, SentId } from '../gitlab/fields.ts'
import { actionsWithReason, cappedActions, highestCeiling, isPattern } from '../rules/ceilings.ts'
import { nameLimit, reasonLimit } from '../rules/limits.ts'
import { CarriedFailure, adminOperation } from './operation.ts'

const limit = z.int().min(0).max(highestCeiling).nullable()

/** The ceiling of an action on an instance. */
export const Ceiling = z.lazy(() =>
  z.object({
    action: z.enum(cappedActions),
    /** The most users or tokens in 24 hours; null if there is no ceiling. */
    limit,
    /** What counts in the last 24 hours, and what is left. */
    used: z.number(),
    left: z.number().optional(),
    /** The company’s ceiling, above which it can't be raised. */
    highest: z.number().optional(),
    /** A higher ceiling that was chosen, and when it applies (ms since 1970). */
    raise: z.object({ limit, at: z.number() }).optional(),
  }),
)
export type Ceiling = z.output<typeof Ceiling>

const reason = z
  .string()
  .trim()
  .min(1)
  .refine(...upTo(reasonLimit))
const ticket = z
  .string()
  .trim()
  .min(1)
  .refine(...upTo(nameLimit))
  .optional()

/** Which actions need a reason, and what it contains. */
export const ReasonRules = z.object({
  actions: z.array(z.enum(actionsWithReason)),
  /** A regular expression that each reason matches somewhere. */
  ticketPattern: z.string().optional(),
  /** Whether the company decides, so that they can't be changed here. */
  isManaged: z.boolean(),
})
export type ReasonRules = z.output<typeof ReasonRules>

/** A user whom no run touches. */
export const UserException = z.lazy(() =>
  z.object({
    id: z.number(),
    username: z.string(),
    reason: z.string(),
    ticket: z.string().optional(),
    /** The day on which it ends; never if absent. */
    until: z.string().optional(),
    hasEnded: z.boolean(),
    /** The username of the administrator, and when (ms since 1970). */
    by: z.string(),
    since: z.number(),
  }),
)
export type UserException = z.output<typeof UserException>

/** How much administrators may change in a day, for all accounts on the account's instance. */
export const limits = {
  get: adminOperation(() => ({ input: z.strictObject({}), output: z.array(Ceiling) })),
  /** Why neither the limits nor the exceptions are known; null if they are. */
  problem: adminOperation(() => ({
    input: z.strictObject({}),
    output: CarriedFailure.nullable(),
  })),
  /** Replaces unknown limits and exceptions of all instances with the defaults. */
  startAnew: adminOperation(() => ({ input: z.strictObject({}), output: z.array(Ceiling) })),
  /** Changes a ceiling, which is an entry of the audit log. A higher one applies after an hour unless the company says otherwise. */
  set: adminOperation(() => ({
    input: z.strictObject({
      action: z.enum(cappedActions),
      limit,
      /** For the audit log. */
      reason,
    }),
    output: z.array(Ceiling),
  })),
  /** Which actions need a reason. */
  reasons: adminOperation(() => ({ input: z.strictObject({}), output: ReasonRules })),
  /** Changes that, which is an entry of the audit log. */
  setReasons: adminOperation(() => ({
    input: z.strictObject({
      actions: z.array(z.enum(actionsWithReason)).max(actionsWithReason.length),
      ticketPattern: z.string().min(1).max(200).refine(isPattern).optional(),
    }),
    output: ReasonRules,
  })),
}

/** Users of the account's instance whom no run touches. Each change is an entry of the audit log. */
export const exceptions = {
  list: adminOperation(() => ({ input: z.strictObject({}), output: z.array(UserException) })),
  /** Adds or replaces a user's exception. */
  set: adminOperation(() => ({
    input: z.strictObject({
      id: SentId,
      username: z.string().min(1).max(nameLimit),
      reason,
      ticket,
      /** The day on which it ends. */
      until: SentDate.optional(),
    }),
    output: z.array(UserException),
  })),
  remove: adminOperation(() => ({
    input: z.strictObject({ id: SentId }),
    output: z.array(UserException),
  })),
}
