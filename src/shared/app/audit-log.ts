import { z } from 'zod'
import { SentDate, SentId } from '../service/fields.ts'
import { accountOperation, adminOperation } from './operation.ts'
import { entriesAtOnce, searchLimit } from '../limits.ts'

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]).optional()

/** A changed field. A value is absent where it is secret, wasn't read or isn't known; long ones are shortened. */
export const FieldChange = z.object({ field: z.string(), before: Value, after: Value })
export type FieldChange = z.output<typeof FieldChange>

/** Who did what to whom. Holds no secret: passwords and tokens are left out. */
export const AuditLogEntry = z.object({
  id: z.number(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** URL of the instance. */
  instance: z.string(),
  actor: z.object({ id: z.number(), username: z.string() }),
  /** A moderation action, or an operation of the service such as `users.modify`. */
  action: z.string(),
  target: z.object({ id: z.number(), username: z.string().optional() }).optional(),
  /** The key, token, email or identity: its title, name, address or provider. */
  object: z.string().optional(),
  /** Names of the fields that were sent. */
  fields: z.array(z.string()),
  /** Their values, where they are known; the ones that were sent, where it was refused. */
  changes: z.array(FieldChange),
  /** ID of the bulk run that it belongs to. */
  run: z.number().optional(),
  reason: z.string().optional(),
  /** The state of the user before and after, where it was read. */
  before: z.string().optional(),
  after: z.string().optional(),
  outcome: z.enum(['done', 'refused', 'unknown']),
  /** The answer of the service, where it refused. */
  answer: z.string().optional(),
})
export type AuditLogEntry = z.output<typeof AuditLogEntry>

export const AuditLogFilter = z.strictObject({
  /** Part of a username, an object, a value, a reason or an answer. */
  search: z.string().max(searchLimit).optional(),
  action: z.string().max(100).optional(),
  outcome: z.enum(['done', 'refused', 'unknown']).optional(),
  target: SentId.optional(),
  /** First and last day, where this computer is. */
  from: SentDate.optional(),
  to: SentDate.optional(),
})
export type AuditLogFilter = z.output<typeof AuditLogFilter>

/** Actions of administrators, for each account on this computer. */
export const auditLog = {
  /** Whether an account's audit log has entries, also where it is no longer an administrator. */
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
    }),
    output: z.object({
      items: z.array(AuditLogEntry),
      total: z.number(),
      /** Every action that occurs. */
      actions: z.array(z.string()),
    }),
  }),
  export: adminOperation({
    input: z.strictObject({ filter: AuditLogFilter.default({}), format: z.enum(['csv', 'json']) }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
