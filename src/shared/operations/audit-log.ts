import { z } from 'zod'
import { SentDate, SentId } from '../gitlab/fields.ts'
import { accountOperation, adminOperation } from './operation.ts'
import { entriesAtOnce, nameLimit, searchLimit } from '../rules/limits.ts'

const Value = z.lazy(() => z.union([z.string(), z.number(), z.boolean(), z.null()]).optional())

/** A changed field. Secret and unknown values are absent, and long ones are truncated. */
export const FieldChange = z.lazy(() =>
  z.object({ field: z.string(), before: Value, after: Value }),
)
export type FieldChange = z.output<typeof FieldChange>

/** An audit log entry, without passwords and tokens. */
export const AuditLogEntry = z.lazy(() =>
  z.object({
    id: z.number(),
    /** Milliseconds since 1970. */
    at: z.number(),
    /** URL of the instance. */
    instance: z.string(),
    actor: z.object({ id: z.number(), username: z.string() }),
    /** A moderation action, or an API operation such as `users.modify`. */
    action: z.string(),
    target: z.object({ id: z.number(), username: z.string().optional() }).optional(),
    /** The title, name, address or provider of the affected key, token, email or identity. */
    object: z.string().optional(),
    /** Names of the sent fields. */
    fields: z.array(z.string()),
    /** Their known values, or the sent values of a rejected write. */
    changes: z.array(FieldChange),
    /** The ID of its bulk run. */
    run: z.number().optional(),
    /** The ID of its onboarding run. */
    onboardingRun: z.number().optional(),
    reason: z.string().optional(),
    /** The user's state before and after, if it was read. */
    before: z.string().optional(),
    after: z.string().optional(),
    outcome: z.enum(['done', 'refused', 'unknown']),
    /** GitLab's response to a rejected write. */
    answer: z.string().optional(),
    /** In the newest entry of a folded run: all of the run's entries that match the filter. */
    folded: z
      .object({
        entries: z.number(),
        users: z.number(),
        actions: z.array(z.string()),
        refused: z.number(),
        unknown: z.number(),
      })
      .optional(),
  }),
)
export type AuditLogEntry = z.output<typeof AuditLogEntry>

export const AuditLogFilter = z.lazy(() =>
  z.strictObject({
    /** Text to search for in usernames, objects, values, reasons, responses, and the labels of actions and states. */
    search: z.string().max(searchLimit).optional(),
    action: z.string().max(100).optional(),
    outcome: z.enum(['done', 'refused', 'unknown']).optional(),
    target: SentId.optional(),
    /** The target's username at the time of the action. */
    username: z.string().max(nameLimit).optional(),
    run: SentId.optional(),
    onboardingRun: SentId.optional(),
    /** The first and last day, in local time. */
    from: SentDate.optional(),
    to: SentDate.optional(),
  }),
)
export type AuditLogFilter = z.output<typeof AuditLogFilter>

/** Administrators' actions, kept per account on this computer. */
export const auditLog = {
  /** Whether an account's audit log has entries. Also works for former administrators. */
  exists: accountOperation(() => ({
    input: z.strictObject({}),
    output: z.object({ exists: z.boolean() }),
  })),
  /** Newest first. */
  list: adminOperation(() => ({
    input: z.strictObject({
      filter: AuditLogFilter.default({}),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(entriesAtOnce).default(entriesAtOnce),
      /** Whether to fold each run's entries into one item. */
      isFolded: z.boolean().default(false),
    }),
    output: z.object({
      items: z.array(AuditLogEntry),
      /** The number of items and, if some are folded, the number of their entries. */
      total: z.number(),
      entries: z.number(),
      /** All actions in the log. */
      actions: z.array(z.string()),
    }),
  })),
  /** Verifies an export as `--verify-log` does: a JSON file, or a CSV file together with its companion file. */
  verify: adminOperation(() => ({
    input: z.strictObject({
      files: z
        .array(z.strictObject({ name: z.string().max(1000), text: z.string() }))
        .min(1)
        .max(2),
    }),
    output: z.object({
      isIntact: z.boolean(),
      /** The findings, as sentences. */
      report: z.array(z.string()),
      lastHash: z.string(),
    }),
  })),
  export: adminOperation(() => ({
    input: z.strictObject({ filter: AuditLogFilter.default({}), format: z.enum(['csv', 'json']) }),
    output: z.object({
      /** The second file is for verifying the first. */
      files: z.array(z.object({ filename: z.string(), text: z.string() })),
      lastHash: z.string(),
    }),
  })),
}
