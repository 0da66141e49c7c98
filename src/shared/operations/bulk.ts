import { z } from 'zod'
import { actionsAtOnce, reasonLimit } from '../rules/limits.ts'
import { moderationActions, queueActions } from '../rules/moderation.ts'
import { upTo } from '../gitlab/validation.ts'
import { Selection } from './directory.ts'
import { JobSummary, objectProblems } from './jobs.ts'
import { adminOperation } from './operation.ts'
import { RunPlan } from './plans.ts'
import { LookAlikeUser } from './queue.ts'

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

/** How many objects a step of a plan would remove. */
export const StepObjects = z.object({
  action: z.enum(queueActions),
  /** Of all users together; absent if the step removes none, or they couldn't be read. */
  count: z.number().optional(),
  /** Why the step would remove none. */
  problem: z.enum(objectProblems).optional(),
})
export type StepObjects = z.output<typeof StepObjects>

/** Users whose objects are counted, at most. */
export const countedUsersLimit = 20

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
  /**
   * Reads how many keys, tokens, emails, identities and memberships each step would remove now, in the order of the steps. Counts are
   * absent for more than 20 users, and where GitLab doesn't answer in a few seconds. A new call ends the one before.
   */
  stepObjects: adminOperation({
    input: z.strictObject({ selection: Selection, plan: RunPlan }),
    output: z.array(StepObjects),
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
    output: JobSummary,
  }),
  /** What would reverse a run. Nothing is sent. */
  reversal: adminOperation({ input: run, output: Reversal }),
  /** What a new run would have to do for the users whose actions were canceled. Nothing is sent. */
  remaining: adminOperation({ input: run, output: Remaining }),
}
