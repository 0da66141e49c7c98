import { z } from 'zod'
import { SentDate, SentId } from '../gitlab/fields.ts'
import { accountOperation, adminOperation } from './operation.ts'
import { entriesAtOnce, nameLimit, searchLimit } from '../rules/limits.ts'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional()

/** A changed field. A value is absent if it is secret or unknown; long ones are truncated. */
export const FieldChange = z.object({ field: z.string(), before: Value, after: Value })
export type FieldChange = z.output<typeof FieldChange>

/** An entry of the audit log, without passwords and tokens. */
export const AuditLogEntry = z.object({
  id: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** URL of the instance. */
  instance: z.string(),
  actor: z.object({ id: z.number(), username: z.string() }),
  /** A moderation action, or an API operation such as `users.modify`. */
  action: z.string(),
  target: z.object({ id: z.number(), username: z.string().optional() }).optional(),
  /** The affected key, token, email or identity: its title, name, address or provider. */
  object: z.string().optional(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** Their known values; for a rejected write, the sent ones. */
  changes: z.array(FieldChange),
  /** ID of its bulk run. */
  run: z.number().optional(),
  /** ID of its onboarding run. */
  onboardingRun: z.number().optional(),
  reason: z.string().optional(),
  /** The state of the user before and after, if read. */
  before: z.string().optional(),
  after: z.string().optional(),
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** GitLab's response to a rejected write. */
  answer: z.string().optional(),
  /** For the newest entry of a folded run: all of its entries that match the filter. */
  folded: z
    .object({
      entries: z.number(),
      users: z.number(),
      actions: z.array(z.string()),
      refused: z.number(),
      unknown: z.number(),
    })
    .optional(),
})
export type AuditLogEntry = z.output<typeof AuditLogEntry>

export const AuditLogFilter = z.strictObject({
  /** Search text for usernames, objects, values, reasons, responses, and the labels of actions and states. */
  search: z.string().max(searchLimit).optional(),
  action: z.string().max(100).optional(),
  outcome: z.enum(['done', 'refused', 'unknown']).optional(),
  target: SentId.optional(),
  /** The target's username at that time. */
  username: z.string().max(nameLimit).optional(),
  run: SentId.optional(),
  onboardingRun: SentId.optional(),
  /** First and last day, in local time. */
  from: SentDate.optional(),
  to: SentDate.optional(),
})
export type AuditLogFilter = z.output<typeof AuditLogFilter>

/** Actions of administrators, per account on this computer. */
export const auditLog = {
  /** Whether an account's audit log has entries, even for a former administrator. */
  exists: accountOperation({
    input: z.strictObject({}),
    output: z.object({ exists: z.boolean() }),
  }),
  /** Newest first. */
  list: adminOperation({
    input: z.strictObject({
      filter: AuditLogFilter.default({}),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(entriesAtOnce).default(entriesAtOnce),
      /** Whether to fold the entries of a run into one item. */
      isFolded: z.boolean().default(false),
    }),
    output: z.object({
      items: z.array(AuditLogEntry),
      /** The number of items and, if some are folded, of their entries. */
      total: z.number(),
      entries: z.number(),
      /** All actions in the log. */
      actions: z.array(z.string()),
    }),
  }),
  /** Checks an export as `--verify-log` does: a JSON file, or a CSV file and the one next to it. */
  verify: adminOperation({
    input: z.strictObject({
      files: z
        .array(z.strictObject({ name: z.string().max(1000), text: z.string() }))
        .min(1)
        .max(2),
    }),
    output: z.object({
      isIntact: z.boolean(),
      /** The findings, in sentences. */
      report: z.array(z.string()),
      lastHash: z.string(),
    }),
  }),
  export: adminOperation({
    input: z.strictObject({ filter: AuditLogFilter.default({}), format: z.enum(['csv', 'json']) }),
    output: z.object({
      /** The second file verifies the first. */
      files: z.array(z.object({ filename: z.string(), text: z.string() })),
      lastHash: z.string(),
    }),
  }),
}
