import { z } from 'zod'
import { UserCounts } from '../gitlab/current-user.ts'
import { CarriedFailure, accountOperation, adminOperation, cacheable } from './operation.ts'

const SshKeyName = { keyId: z.number(), title: z.string() }
const TokenName = { tokenId: z.number(), name: z.string() }
/** ISO 8601 date or time. */
const at = z.string()
/** Days left, rounded down. */
const daysLeft = z.number()

/** Something that needs the user's attention. */
export const AttentionItem = z.discriminatedUnion('kind', [
  /** The account has no SSH key at all. */
  z.object({ kind: z.literal('ssh-keys-missing') }),
  z.object({ kind: z.literal('ssh-key-expired'), ...SshKeyName, at }),
  z.object({ kind: z.literal('ssh-key-expiring'), ...SshKeyName, at, daysLeft }),
  /** `message` is the reason. */
  z.object({ kind: z.literal('ssh-key-weak'), ...SshKeyName, message: z.string() }),
  z.object({ kind: z.literal('email-unconfirmed'), emailId: z.number(), email: z.string() }),
  z.object({ kind: z.literal('token-expired'), ...TokenName, at }),
  z.object({ kind: z.literal('token-expiring'), ...TokenName, at, daysLeft }),
  /** An active token; `at` is its last use, or its creation where it was never used. */
  z.object({
    kind: z.literal('token-unused'),
    ...TokenName,
    at,
    days: z.number(),
    wasUsed: z.boolean(),
  }),
  /** `providers`: those by which the user may sign in, too. */
  z.object({ kind: z.literal('two-factor-off'), providers: z.array(z.string()) }),
  /** A key of the account whose private half on this computer has no passphrase. `command` sets one. */
  z.object({
    kind: z.literal('local-key-unprotected'),
    ...SshKeyName,
    fingerprint: z.string(),
    file: z.string(),
    command: z.string(),
  }),
  /** A key that other signed-in accounts had when their keys were last read. */
  z.object({
    kind: z.literal('key-on-two-accounts'),
    ...SshKeyName,
    type: z.enum(['ssh', 'gpg']),
    others: z.array(z.object({ id: z.string(), label: z.string() })).min(1),
  }),
  /** The token with which the account is signed in. */
  z.object({ kind: z.literal('access-token-expired'), at }),
  z.object({ kind: z.literal('access-token-expiring'), at, daysLeft }),
  /** It was rotated, and the keychain did not take the new one, which ends with Latchkey. */
  z.object({ kind: z.literal('access-token-unsaved') }),
])
export type AttentionItem = z.output<typeof AttentionItem>
export type AttentionKind = AttentionItem['kind']

/** An item, and what identifies it. The key changes when the item becomes worse. */
const KeyedItem = AttentionItem.and(z.object({ key: z.string() }))
export type KeyedItem = z.output<typeof KeyedItem>

/** The parts that are read; each may fail by itself. */
export const attentionParts = [
  'sshKeys',
  'gpgKeys',
  'emails',
  'twoFactor',
  'tokens',
  'counts',
] as const
export type AttentionPart = (typeof attentionParts)[number]

export const Attention = z.object({
  /** The most urgent first, without those of failed parts and those that are ignored. */
  items: z.array(KeyedItem),
  ignored: z.array(KeyedItem),
  counts: UserCounts.optional(),
  failures: z.array(z.object({ part: z.enum(attentionParts), failure: CarriedFailure })),
  /** True only where the list of tokens was complete. */
  areTokensListed: z.boolean().optional(),
})
export type Attention = z.output<typeof Attention>

/** What an administrator has to do. */
export const AdminAttention = z.object({
  /** Queued actions that need a decision. */
  needReview: z.number(),
  /** Failed actions that the user has not seen yet. */
  failed: z.number(),
  /** Queued actions that are not sent because the queue is paused. */
  paused: z.number(),
  /** Users pending approval; absent if the directory was never loaded. */
  approvals: z.number().optional(),
  /** Reviews that are paused, each by itself or with everything. */
  reviews: z.number(),
  /** Other runs that are paused by themselves. */
  runs: z.number(),
})
export type AdminAttention = z.output<typeof AdminAttention>

const ItemKey = z.string().min(1).max(1_000)

export const attention = {
  /** What currently needs attention on the account. */
  get: cacheable(accountOperation({ input: z.strictObject({}), output: Attention })),
  /** Leaves an item out until it becomes worse, or is gone and comes back. */
  ignore: accountOperation({ input: z.strictObject({ key: ItemKey }), output: z.undefined() }),
  /** Takes that back. */
  restore: accountOperation({
    input: z.strictObject({ keys: z.array(ItemKey).max(1_000) }),
    output: z.undefined(),
  }),
  /** What an administrator has to do, from local data only. */
  administration: adminOperation({ input: z.strictObject({}), output: AdminAttention }),
}
