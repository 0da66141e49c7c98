import { z } from 'zod'
import { actionsAtOnce, reasonLimit } from '../rules/limits.ts'
import { moderationActions, queueActions } from '../rules/moderation.ts'
import { upTo } from '../gitlab/validation.ts'
import { Selection } from './directory.ts'
import { CarriedFailure, SavedFiles, accountOperation, adminOperation } from './operation.ts'
import { RunPlan } from './plans.ts'
import { LookAlikeUser, QueueCounts } from './queue.ts'

const action = z.enum(moderationActions)
const reason = z
  .string()
  .trim()
  .refine(...upTo(reasonLimit))
  .optional()

/** What is unusual to find among users who are acted on together. */
export const unusualKinds = ['administrators', 'bots', 'recentlyActive'] as const
export type UnusualKind = (typeof unusualKinds)[number]

export const PreviewUser = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  state: z.string(),
  email: z.string().optional(),
  /** `YYYY-MM-DD`, or null for a user who was never active; absent where the service doesn’t say. */
  lastActivity: z.string().nullable().optional(),
  /** What is known of a sign-up; absent for other users. */
  signUp: z
    .object({
      created: z.string().optional(),
      isEmailConfirmed: z.boolean().optional(),
      note: z.string().optional(),
    })
    .optional(),
  /** The user whom this one is easily mistaken for. */
  lookAlike: LookAlikeUser.optional(),
})
export type PreviewUser = z.output<typeof PreviewUser>

/** What is done to the selected users: one action, or the steps of a plan. */
const task = { action: action.optional(), plan: RunPlan.optional() }
const hasTask = ({ action, plan }: { action?: unknown; plan?: unknown }) =>
  (action === undefined) !== (plan === undefined)

/** Users of whom nothing is done for the same reason, with the first of them. */
export const SkippedUsers = z.object({
  why: z.string(),
  count: z.number(),
  sample: z.array(z.object({ id: z.number(), username: z.string() })),
})
export type SkippedUsers = z.output<typeof SkippedUsers>

/** The users who would change. */
export const BulkPreview = z.object({
  total: z.number(),
  /** How many would change. */
  affectedCount: z.number(),
  /** The first of them. */
  sample: z.array(PreviewUser),
  /** How many of them are unusual, by kind; without kinds of which there are none. */
  unusual: z.array(z.object({ kind: z.enum(unusualKinds), count: z.number() })),
  /** Whether nobody but the acting administrator would be one afterwards. */
  isLastAdministrator: z.boolean(),
  /** The users who are skipped by reason, the most frequent first. */
  skipped: z.array(SkippedUsers),
  /** How many users each step of a plan would change, in the order of the steps. */
  stepCounts: z.array(z.number()).optional(),
  /** When the directory was last synced, in milliseconds since 1970. */
  asOf: z.number().optional(),
})
export type BulkPreview = z.output<typeof BulkPreview>

/** One action, or a plan, on many users. */
export const BulkRun = z.object({
  id: z.number(),
  /** Absent where it has a plan. */
  action: action.optional(),
  plan: RunPlan.optional(),
  /** The onboarding run whose users it deletes, if they never signed in. */
  undoes: z.number().optional(),
  /** The username of who started it. */
  actor: z.string(),
  reason: z.string().optional(),
  created: z.number(),
  /** When the last of it ended, in milliseconds since 1970; absent before its end. */
  ended: z.number().optional(),
  /**
   * `preparing` while its actions are being written; `running` also while delayed; `finished` when every action has ended or needs
   * a decision.
   */
  state: z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']),
  /** Nothing is sent before, in milliseconds since 1970; absent while it is prepared. */
  starts: z.number().optional(),
  /** Whether the time to undo its deletions passed while nobody could undo them, so that it waits for a person. */
  isUndoMissed: z.boolean(),
  /** How many actions it has: one for each user, and for each step of a plan. */
  total: z.number(),
  counts: QueueCounts,
  /** How many of the done ones had nothing to send: their users were in the wanted state already. */
  already: z.number(),
  /** Whether the opposite action would change any of its users back; false before its end. */
  isReversible: z.boolean(),
  /** How many users have canceled actions. */
  remaining: z.number(),
  /** Finished actions a second, over the last ten seconds or since it started. */
  pace: z.number(),
  /** Why nothing is sent now: no connection, a rate limit (until `retryAt`), a refused token. */
  waiting: CarriedFailure.optional(),
})
export type BulkRun = z.output<typeof BulkRun>

/** What would reverse a bulk run. */
export const Reversal = z.object({
  /** Absent where nothing reverses it. */
  action: action.optional(),
  /** The users whom the run changed. */
  ids: z.array(z.number()),
  /** How many of them were in another state before than they would be afterwards. */
  otherwise: z.number(),
  /** What the run did that nothing reverses. */
  permanent: z.array(z.object({ action: z.enum(queueActions), count: z.number() })),
})
export type Reversal = z.output<typeof Reversal>

/** What was to be done to the users of a run whose actions were canceled. */
export const Remaining = z.object({
  /** Absent where it has a plan. */
  action: action.optional(),
  plan: RunPlan.optional(),
  /** The onboarding run whose users are deleted, if they never signed in. */
  undoes: z.number().optional(),
  ids: z.array(z.number()),
})
export type Remaining = z.output<typeof Remaining>

const run = z.strictObject({ run: z.int() })

/** One action on many users, each with their own result. */
export const bulk = {
  /** Previews an action in the directory: nothing is sent. */
  preview: adminOperation({
    input: z.strictObject({ selection: Selection, ...task }).refine(hasTask),
    output: BulkPreview,
  }),
  /** A page of the users of the preview who would change: all of them, or the unusual ones of a kind. */
  previewUsers: adminOperation({
    input: z
      .strictObject({
        selection: Selection,
        ...task,
        kind: z.enum(['all', ...unusualKinds]).default('all'),
        offset: z.int().min(0).default(0),
        limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
      })
      .refine(hasTask),
    output: z.object({ items: z.array(PreviewUser), total: z.number() }),
  }),
  /** Queues the action for the users of the preview; `affectedCount` is its number of them, and must still be right. */
  start: adminOperation({
    input: z
      .strictObject({
        selection: Selection,
        ...task,
        reason,
        note: z.boolean().default(false),
        /** The onboarding run that created the users, whom only the action `delete` can undo. */
        undoes: z.int().optional(),
        affectedCount: z.int().min(1),
      })
      .refine(hasTask)
      .refine(({ undoes, action }) => undoes === undefined || action === 'delete'),
    output: BulkRun,
  }),
  /** Newest first. */
  list: accountOperation({ input: z.strictObject({}), output: z.array(BulkRun) }),
  get: accountOperation({ input: run, output: BulkRun }),
  pause: accountOperation({ input: run, output: BulkRun }),
  resume: adminOperation({ input: run, output: BulkRun }),
  /** Cancels actions that were not sent. */
  cancel: accountOperation({ input: run, output: BulkRun }),
  /** Queues its refused actions again, and nothing else. */
  retry: adminOperation({ input: run, output: BulkRun }),
  /** What would reverse a run. Nothing is sent. */
  reversal: adminOperation({ input: run, output: Reversal }),
  /** What a new run would have to do for the users whose actions were canceled. Nothing is sent. */
  remaining: adminOperation({ input: run, output: Remaining }),
  /** A line for each user: action, state before and after, outcome, answer; with who did it, when and why, beside a table in its own file. */
  report: adminOperation({
    input: run.extend({ format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  }),
}
