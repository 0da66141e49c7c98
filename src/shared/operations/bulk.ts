import { z } from 'zod'
import { actionsAtOnce, reasonLimit } from '../rules/limits.ts'
import { moderationActions, queueActions } from '../rules/moderation.ts'
import { upTo } from '../gitlab/validation.ts'
import { Selection } from './directory.ts'
import { JobSummary, objectProblems } from './jobs.ts'
import { CarriedFailure, adminOperation } from './operation.ts'
import { RunPlan } from './plans.ts'
import { LookAlikeUser } from './queue.ts'

const action = z.enum(moderationActions)
const reason = z
  .string()
  .trim()
  .refine(...upTo(reasonLimit))
  .optional()

/** Users that are unusual in a bulk selection. */
export const unusualKinds = ['administrators', 'bots', 'recentlyActive', 'neverActive'] as const
export type UnusualKind = (typeof unusualKinds)[number]

export const PreviewUser = z.lazy(() =>
  z.object({
    id: z.number(),
    username: z.string(),
    name: z.string(),
    state: z.string(),
    email: z.string().optional(),
    /** `YYYY-MM-DD`, or null for a user who was never active; absent if GitLab doesn’t return it. */
    lastActivity: z.string().nullable().optional(),
    /** Details of a sign-up; absent for other users. */
    signUp: z
      .object({
        created: z.string().optional(),
        isEmailConfirmed: z.boolean().optional(),
        note: z.string().optional(),
      })
      .optional(),
    /** The user this one is easily mistaken for. */
    lookAlike: LookAlikeUser.optional(),
    /** Why the preview warns about the user. These users are listed first. */
    unusual: z.array(z.enum(unusualKinds)).optional(),
  }),
)
export type PreviewUser = z.output<typeof PreviewUser>

/** What to do with the selected users: one action, or the steps of a plan. */
const task = {
  action: action.optional(),
  plan: RunPlan.optional(),
  /** The kinds of unusual users to exclude. */
  without: z.array(z.enum(unusualKinds)).optional(),
}
const hasTask = ({ action, plan }: { action?: unknown; plan?: unknown }) =>
  (action === undefined) !== (plan === undefined)

/** The number of users skipped for one reason, and the first few of them. */
export const SkippedUsers = z.lazy(() =>
  z.object({
    why: z.string(),
    count: z.number(),
    sample: z.array(z.object({ id: z.number(), username: z.string() })),
  }),
)
export type SkippedUsers = z.output<typeof SkippedUsers>

/** The users who would change. */
export const BulkPreview = z.lazy(() =>
  z.object({
    total: z.number(),
    /** The number of users who would change. */
    affectedCount: z.number(),
    /** The first users who would change. */
    sample: z.array(PreviewUser),
    /** The number of unusual users among them, by kind. Kinds without users are omitted. */
    unusual: z.array(z.object({ kind: z.enum(unusualKinds), count: z.number() })),
    /** Whether the acting administrator would be the only administrator left. */
    isLastAdministrator: z.boolean(),
    /** Why a ceiling stops the run, and for how many users it could start now. */
    ceiling: z.object({ left: z.number(), failure: CarriedFailure }).optional(),
    /** The skipped users by reason, most frequent first. */
    skipped: z.array(SkippedUsers),
    /** The number of users that each step of a plan would change, in the order of the steps. */
    stepCounts: z.array(z.number()).optional(),
    /** When the directory was last synced, in milliseconds since 1970. */
    asOf: z.number().optional(),
  }),
)
export type BulkPreview = z.output<typeof BulkPreview>

/** The action that would reverse a bulk run. */
export const Reversal = z.lazy(() =>
  z.object({
    /** Absent if the run can't be reversed. */
    action: action.optional(),
    /** The users changed by the run. */
    ids: z.array(z.number()),
    /** The number of them that would end up in a different state than before the run. */
    otherwise: z.number(),
    /** The run's changes that can't be reversed. */
    permanent: z.array(z.object({ action: z.enum(queueActions), count: z.number() })),
  }),
)
export type Reversal = z.output<typeof Reversal>

/** What remains of a run that was canceled, or that only tried its first users. */
export const Remaining = z.lazy(() =>
  z.object({
    /** Absent for a run with a plan. */
    action: action.optional(),
    plan: RunPlan.optional(),
    /** The onboarding run whose users the run deletes if they never signed in. */
    undoes: z.number().optional(),
    /** The run's ID, if it left users for a later run. */
    continues: z.number().optional(),
    /** The reason for the run, and whether it was added to the users' notes. */
    reason: z.string().optional(),
    note: z.boolean().optional(),
    ids: z.array(z.number()),
  }),
)
export type Remaining = z.output<typeof Remaining>

/** The number of objects that a step of a plan would remove. */
export const StepObjects = z.lazy(() =>
  z.object({
    action: z.enum(queueActions),
    /** The total for all users; absent if the step doesn't remove objects, or if reading them failed. */
    count: z.number().optional(),
    /** Why the step can't remove any. */
    problem: z.enum(objectProblems).optional(),
  }),
)
export type StepObjects = z.output<typeof StepObjects>

/** The maximum number of users whose objects are counted. */
export const countedUsersLimit = 20

const run = z.strictObject({ run: z.int() })

/** One action on many users, with a result per user. */
export const bulk = {
  /** Previews an action using the directory, without sending requests. */
  preview: adminOperation(() => ({
    input: z.strictObject({ selection: Selection, ...task }).refine(hasTask),
    output: BulkPreview,
  })),
  /** A page of the preview's users who would change: all of them, or only one unusual kind. */
  previewUsers: adminOperation(() => ({
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
  })),
  /**
   * Counts the keys, tokens, emails, identities and memberships that each step would remove now, in the order of the
   * steps. Omits counts for more than 20 users, and if GitLab doesn't respond within a few seconds. A new call cancels
   * the previous one.
   */
  stepObjects: adminOperation(() => ({
    input: z.strictObject({ selection: Selection, ...task, plan: RunPlan }),
    output: z.array(StepObjects),
  })),
  /** Queues the action for the preview's users. Fails if `affectedCount` no longer matches. */
  start: adminOperation(() => ({
    input: z
      .strictObject({
        selection: Selection,
        ...task,
        reason,
        note: z.boolean().default(false),
        /** The onboarding run that created the users, which only the action `delete` can undo. */
        undoes: z.int().optional(),
        /** The entire selection, if this run only tries its first users. */
        whole: Selection.optional(),
        /** Waits at a ceiling and continues on later days, instead of being refused. */
        spread: z.literal(true).optional(),
        /** The run that left these users. */
        continues: z.int().optional(),
        affectedCount: z.int().min(1),
      })
      .refine(hasTask)
      .refine(({ undoes, action }) => undoes === undefined || action === 'delete'),
    output: JobSummary,
  })),
  /** Finds the action that would reverse a run, without sending requests. */
  reversal: adminOperation(() => ({ input: run, output: Reversal })),
  /** Finds what a new run could do for users whose actions were canceled or left out, without sending requests. */
  remaining: adminOperation(() => ({ input: run, output: Remaining })),
}
