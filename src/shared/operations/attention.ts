import { z } from 'zod'
import { UserCounts } from '../gitlab/current-user.ts'
import { CarriedFailure, accountOperation, adminOperation, cacheable } from './operation.ts'

const SshKeyName = { keyId: z.number(), title: z.string() }
const TokenName = { tokenId: z.number(), name: z.string() }
/** ISO 8601 date or time. */
const at = z.string()
/** The number of full days left. */
const daysLeft = z.number()

/** An item that needs the user's attention. */
export const AttentionItem = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** The account has no SSH keys. */
    z.object({ kind: z.literal('ssh-keys-missing') }),
    z.object({ kind: z.literal('ssh-key-expired'), ...SshKeyName, at }),
    z.object({ kind: z.literal('ssh-key-expiring'), ...SshKeyName, at, daysLeft }),
    /** `message` is the reason. */
    z.object({ kind: z.literal('ssh-key-weak'), ...SshKeyName, message: z.string() }),
    z.object({ kind: z.literal('email-unconfirmed'), emailId: z.number(), email: z.string() }),
    z.object({ kind: z.literal('token-expired'), ...TokenName, at }),
    z.object({ kind: z.literal('token-expiring'), ...TokenName, at, daysLeft }),
    /** An active token; `at` is its last use, or its creation if it was never used. */
    z.object({
      kind: z.literal('token-unused'),
      ...TokenName,
      at,
      days: z.number(),
      wasUsed: z.boolean(),
    }),
    /** `providers` are the ones the user can also sign in with. */
    z.object({ kind: z.literal('two-factor-off'), providers: z.array(z.string()) }),
    /** An account key whose private key on this computer has no passphrase. `command` sets one. */
    z.object({
      kind: z.literal('local-key-unprotected'),
      ...SshKeyName,
      fingerprint: z.string(),
      file: z.string(),
      command: z.string(),
    }),
    /** A key that other signed-in accounts also had when their keys were last read. */
    z.object({
      kind: z.literal('key-on-two-accounts'),
      ...SshKeyName,
      type: z.enum(['ssh', 'gpg']),
      others: z.array(z.object({ id: z.string(), label: z.string() })).min(1),
    }),
    /** The token that the account is signed in with. */
    z.object({ kind: z.literal('access-token-expired'), at }),
    z.object({ kind: z.literal('access-token-expiring'), at, daysLeft }),
    /** The token was rotated, but the keychain rejected the new one, so it is lost when Latchkey quits. */
    z.object({ kind: z.literal('access-token-unsaved') }),
  ]),
)
export type AttentionItem = z.output<typeof AttentionItem>
export type AttentionKind = AttentionItem['kind']

/** An item with its key, which changes if the item gets worse. */
const KeyedItem = AttentionItem.and(z.object({ key: z.string() }))
export type KeyedItem = z.output<typeof KeyedItem>

/** The parts to read. Each of them can fail independently. */
export const attentionParts = [
  'sshKeys',
  'gpgKeys',
  'emails',
  'twoFactor',
  'tokens',
  'counts',
] as const
export type AttentionPart = (typeof attentionParts)[number]

export const Attention = z.lazy(() =>
  z.object({
    /** Most urgent first, without ignored items and items from failed parts. */
    items: z.array(KeyedItem),
    ignored: z.array(KeyedItem),
    counts: UserCounts.optional(),
    failures: z.array(z.object({ part: z.enum(attentionParts), failure: CarriedFailure })),
    /** Whether the complete list of tokens was read. */
    areTokensListed: z.boolean().optional(),
  }),
)
export type Attention = z.output<typeof Attention>

/** A review that is due soon or overdue. */
const DueReview = z.object({
  id: z.number(),
  name: z.string(),
  /** How many days are left; negative if it’s overdue. */
  days: z.number(),
  /** Whether it’s the review’s repetition that is due. */
  isNext: z.boolean(),
})
export type DueReview = z.output<typeof DueReview>

/** Items that administrators need to act on. */
export const AdminAttention = z.lazy(() =>
  z.object({
    /** Queued actions that need a decision. */
    needReview: z.number(),
    /** Failed actions that the user hasn't seen yet. */
    failed: z.number(),
    /** Actions held back because the queue is paused. */
    paused: z.number(),
    /** Users pending approval; absent if the directory has never been synced. */
    approvals: z.number().optional(),
    /** Paused reviews, including those paused along with everything else. */
    reviews: z.number(),
    /** Other runs that are paused individually. */
    runs: z.number(),
    /** Users whose exception has ended. */
    endedExceptions: z.number(),
    /** Runs that rules propose. */
    proposals: z.number(),
    /** Most urgent first. */
    dueReviews: z.array(DueReview),
  }),
)
export type AdminAttention = z.output<typeof AdminAttention>

const ItemKey = z.string().min(1).max(1_000)

export const attention = {
  /** What needs attention on the account now. */
  get: cacheable(accountOperation(() => ({ input: z.strictObject({}), output: Attention }))),
  /** Hides an item until it gets worse, or goes away and comes back. */
  ignore: accountOperation(() => ({
    input: z.strictObject({ key: ItemKey }),
    output: z.undefined(),
  })),
  /** Shows an ignored item again. */
  restore: accountOperation(() => ({
    input: z.strictObject({ keys: z.array(ItemKey).max(1_000) }),
    output: z.undefined(),
  })),
  /** What administrators need to act on, based on local data only. */
  administration: adminOperation(() => ({ input: z.strictObject({}), output: AdminAttention })),
}
