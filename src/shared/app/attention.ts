import { z } from 'zod'
import { UserCounts } from '../service/current-user.ts'
import { CarriedFailure, accountOperation, adminOperation, kept } from './operation.ts'

/** Days before the end in which something is expiring soon; the last seven are urgent. */
export const expiringSoonDays = 30
export const urgentExpiryDays = 7

const SshKeyName = { keyId: z.number(), title: z.string() }
const TokenName = { tokenId: z.number(), name: z.string() }
/** ISO 8601 moment or day. */
const at = z.string()
/** Whole days that are left, rounded down. */
const daysLeft = z.number()

/** One thing that a person should look at. */
export const AttentionItem = z.discriminatedUnion('kind', [
  /** The account has no SSH key at all. */
  z.object({ kind: z.literal('ssh-keys-missing') }),
  z.object({ kind: z.literal('ssh-key-expired'), ...SshKeyName, at }),
  z.object({ kind: z.literal('ssh-key-expiring'), ...SshKeyName, at, daysLeft }),
  /** `message` says why it is weak. */
  z.object({ kind: z.literal('ssh-key-weak'), ...SshKeyName, message: z.string() }),
  z.object({ kind: z.literal('email-unconfirmed'), emailId: z.number(), email: z.string() }),
  z.object({ kind: z.literal('token-expired'), ...TokenName, at }),
  z.object({ kind: z.literal('token-expiring'), ...TokenName, at, daysLeft }),
  z.object({
    kind: z.literal('status-clearing'),
    at,
    emoji: z.string().optional(),
    message: z.string().optional(),
  }),
])
export type AttentionItem = z.output<typeof AttentionItem>

/** What is read to find out; each fails by itself. */
export const attentionParts = ['sshKeys', 'emails', 'createdTokens', 'status', 'counts'] as const
export type AttentionPart = (typeof attentionParts)[number]

export const Attention = z.object({
  /** The most urgent first. Whatever a part would have told is missing where it failed. */
  items: z.array(AttentionItem),
  counts: UserCounts.optional(),
  failures: z.array(z.object({ part: z.enum(attentionParts), failure: CarriedFailure })),
})
export type Attention = z.output<typeof Attention>

/** What waits for an administrator. */
export const AdminAttention = z.object({
  /** Queued actions that need a decision. */
  needReview: z.number(),
  /** Actions that failed and that nobody has looked at yet. */
  failed: z.number(),
  /** Queued actions that are not sent because the queue is paused. */
  paused: z.number(),
  /** Users who wait for approval; absent while the directory was never loaded. */
  approvals: z.number().optional(),
})
export type AdminAttention = z.output<typeof AdminAttention>

export const attention = {
  /** What needs attention on the account just now. */
  get: kept(accountOperation({ input: z.strictObject({}), output: Attention })),
  /** What waits for an administrator, as far as this computer knows; the service is not asked. */
  administration: adminOperation({ input: z.strictObject({}), output: AdminAttention }),
}
