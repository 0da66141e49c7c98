import { z } from 'zod'
import { SentId, SentText } from '../gitlab/fields.ts'
import { upTo } from '../gitlab/validation.ts'
import { directoryColumns } from '../rules/directory-columns.ts'
import { labelLimit, proposedUsersLimit, ruleIdsLimit } from '../rules/limits.ts'
import { moderationActions } from '../rules/moderation.ts'
import { DirectoryFilter } from './directory.ts'
import { adminOperation } from './operation.ts'

/** What happened to a rule. `nobody`: a check found no users to change. */
export const ruleOutcomes = ['proposed', 'nobody', 'failed', 'started', 'dismissed'] as const

/** What a rule proposes, to whom, and when. */
export const RuleFields = z.lazy(() =>
  z.strictObject({
    name: SentText.refine(...upTo(labelLimit)),
    /** The name of the view that the filter was copied from. */
    view: z.string().max(nameOfViewLimit),
    filter: DirectoryFilter.extend({
      ids: z.array(SentId).max(ruleIdsLimit).optional(),
    }),
    /** Who comes first if more users match than are proposed. */
    order_by: z.enum(directoryColumns),
    sort: z.enum(['asc', 'desc']),
    action: z.enum(moderationActions),
    /** Days of the week, where 1 is Monday. */
    days: z.array(z.int().min(1).max(7)).min(1).max(7),
    /** The local time of day, as `HH:MM`. */
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
    /** The most users in one proposal. */
    atMost: z.int().min(1).max(proposedUsersLimit),
  }),
)
export type RuleFields = z.output<typeof RuleFields>

/** Built-in views may have longer names than saved ones. */
const nameOfViewLimit = 200

export const RuleEntry = z.object({
  /** Milliseconds since 1970, as are the other times. */
  at: z.number(),
  outcome: z.enum(ruleOutcomes),
  /** The time of the rule that it was for; absent if a person asked. */
  due: z.number().optional(),
  /** How many times of the rule were missed. */
  missed: z.number().optional(),
  /** How many users were proposed, and how many were skipped. */
  count: z.number().optional(),
  skipped: z.number().optional(),
  /** Why nothing could be proposed. */
  why: z.string().optional(),
  /** The run that was started. */
  run: z.number().optional(),
})
export type RuleEntry = z.output<typeof RuleEntry>

/** The users who are only in one of two proposals. */
const Difference = z.object({
  count: z.number(),
  /** The first of them; without a username if they are no longer in the directory. */
  sample: z.array(z.object({ id: z.number(), username: z.string().optional() })),
})
export type RuleDifference = z.output<typeof Difference>

/** The users that a rule proposes to change. Nothing is queued until a person starts it. */
export const RuleProposal = z.lazy(() =>
  z.object({
    at: z.number(),
    due: z.number().optional(),
    missed: z.number(),
    /** When the users were loaded. */
    asOf: z.number(),
    /** In the rule’s order. */
    ids: z.array(z.number()),
    /** How many more users would change. */
    left: z.number(),
    skippedCount: z.number(),
    /** The most frequent reasons. */
    skipped: z.array(z.object({ why: z.string(), count: z.number() })),
    /** For how many of the users the limit of the day had room; absent if for all. */
    room: z.number().optional(),
    /** Compared with the rule’s last proposal; absent if this is the first. */
    difference: z.object({ added: Difference, gone: Difference }).optional(),
  }),
)
export type RuleProposal = z.output<typeof RuleProposal>

export const UserRule = z.lazy(() =>
  z.object({
    ...RuleFields.unwrap().shape,
    id: z.string(),
    /** The next time, in milliseconds since 1970. */
    next: z.number(),
    isChecking: z.boolean(),
    proposal: RuleProposal.optional(),
    /** Newest first. */
    history: z.array(RuleEntry),
  }),
)
export type UserRule = z.output<typeof UserRule>

const list = z.lazy(() => z.array(UserRule))
const RuleId = z.string().min(1).max(64)
const rule = z.strictObject({ id: RuleId })
/** Named by its time, so that a newer proposal isn’t meant. */
const proposal = { id: RuleId, at: z.number() }

/** Rules that regularly propose an action on users. They never queue anything themselves. */
export const rules = {
  list: adminOperation(() => ({ input: z.strictObject({}), output: list })),
  /** Saves a rule, replacing the one with the same ID. A proposal for other users or another action is dropped. */
  save: adminOperation(() => ({
    input: RuleFields.unwrap().extend({ id: RuleId.optional() }),
    output: list,
  })),
  remove: adminOperation(() => ({ input: rule, output: list })),
  /** Restores the rule that was removed last. */
  restore: adminOperation(() => ({ input: rule, output: list })),
  /** Loads the users and prepares a proposal now. Returns immediately; the event `rules` reports the end. */
  runNow: adminOperation(() => ({ input: rule, output: list })),
  dismiss: adminOperation(() => ({ input: z.strictObject(proposal), output: list })),
  /** Notes that a person started a run for a proposal. */
  noteStarted: adminOperation(() => ({
    input: z.strictObject({ ...proposal, run: z.int(), count: z.int().min(1) }),
    output: list,
  })),
}
