import { z } from 'zod'
import { actionsAtOnce } from '../rules/limits.ts'
import { queueActions } from '../rules/moderation.ts'
import { DependentAnswer, HandedOver, SecondLook, UserDependents } from './dependents.ts'
import { CarriedFailure, SavedFiles, accountOperation, adminOperation } from './operation.ts'
import { DueDate } from './plans.ts'
import { QueueCounts, QueueItem, holdCauses, holdReasons } from './queue.ts'
import { queueStates } from '../rules/item-states.ts'

export const jobKinds = ['moderation', 'onboarding', 'review', 'remediation', 'revocation'] as const
export type JobKindName = (typeof jobKinds)[number]

/** Actions of any kind that were started together. Screens call this a run. */
export const JobSummary = z.lazy(() =>
  z.object({
    id: z.number(),
    kind: z.enum(jobKinds),
    /** A description that includes the count, such as “Block 14 users”. */
    name: z.string(),
    /** The username of its initiator. */
    actor: z.string(),
    reason: z.string().optional(),
    /** In milliseconds since 1970. */
    created: z.number(),
    /** Earliest time to send; absent while the run is being prepared. */
    starts: z.number().optional(),
    /** When its first request was sent, and the last one so far was answered. */
    firstRequest: z.number().optional(),
    lastAnswer: z.number().optional(),
    /** When its last item ended, which may be a cancellation; absent until then. */
    ended: z.number().optional(),
    /** Also `paused` if everything is paused. */
    state: z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']),
    /** Why the run or its kind is on hold until released by a user. */
    hold: z.enum(holdReasons).optional(),
    holdCause: z.enum(holdCauses).optional(),
    /** What GitLab answered to two users alike, if that paused the run. */
    refusal: CarriedFailure.optional(),
    /** Whether the run waits for a user because the undo period of its deletions passed while they couldn't be undone. */
    isUndoMissed: z.boolean(),
    /** The number of items: one for each user and plan step. */
    total: z.number(),
    counts: QueueCounts,
    /** The number of done items that didn't require a request. */
    already: z.number(),
    /** The number of users in a review who were only partly read. A retry reads them again. */
    incomplete: z.number().optional(),
    /** The number of created users who lack a group or custom attribute that GitLab refused; absent without any. */
    lacking: z.number().optional(),
    /** An irreversible action in the run, which a retry must confirm again. */
    irreversible: z.enum(queueActions).optional(),
    /** The first date that items wait for, in milliseconds since 1970, and the action; absent for other kinds of items. */
    due: z.object({ action: z.enum(queueActions).optional(), at: z.number() }).optional(),
    /** Whether a new run could reverse some of its changes; false until it has ended. */
    isReversible: z.boolean(),
    /** The number of users with canceled items that a new run could process. */
    remaining: z.number(),
    /** The number of users that a trial run left for a new run. */
    rest: z.number(),
    /** The number of rows that an onboarding run left out because they had problems; absent without any. */
    skipped: z.number().optional(),
    /** The onboarding run whose users this run deletes. */
    undoes: z.number().optional(),
    /** Finished items per second over the last ten seconds, or since the run started. */
    pace: z.number(),
    /** What it waits for although nothing stops it: a run that is sent first, and for how long (ms) if that is known. */
    waitsFor: z.object({ run: z.number(), name: z.string(), ms: z.number().optional() }).optional(),
    /** Whether somebody put it ahead of the other runs; absent once it has ended. */
    isFirst: z.boolean().optional(),
    /** Whether other runs have something to send, too, and it isn't ahead of them. */
    canGoFirst: z.boolean().optional(),
    /** Why nothing is being sent: no connection, a rate limit (until `retryAt`), or a rejected token. */
    waiting: CarriedFailure.optional(),
  }),
)
export type JobSummary = z.output<typeof JobSummary>

/** All runs of an account. */
export const JobList = z.lazy(() =>
  z.object({
    /** Newest first. */
    jobs: z.array(JobSummary),
    /** Whether everything is paused. */
    isPaused: z.boolean(),
  }),
)
export type JobList = z.output<typeof JobList>

/** A user's key, token, email, identity or membership. */
export const UserObject = z.object({
  /** Its ID, an identity's provider, or the ID of a membership's group or project. */
  id: z.union([z.number(), z.string()]),
  /** What the membership belongs to, because a group (`Namespace`) and a project can have the same ID. */
  type: z.enum(['Namespace', 'Project']).optional(),
  label: z.string(),
  /** Further fields, such as `scopes`, `key`, `access_level` and `expires_at`. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type UserObject = z.output<typeof UserObject>

/**
 * Why an object wasn't removed: GitLab keeps it, such as the only owner of a group (`kept`); it `appeared` after the
 * list was read; its removal was `refused`; it couldn't be read (`unreadable`); it is a request or minimal access
 * instead of a direct membership (`not_direct`); or the instance can't remove it (`unsupported`).
 */
export const leftReasons = [
  'appeared',
  'refused',
  'kept',
  'unreadable',
  'not_direct',
  'unsupported',
] as const
export type LeftReason = (typeof leftReasons)[number]

/**
 * Why a step couldn't read the objects: the instance can't list them, also listed other users' objects, or returned
 * some that can't be parsed.
 */
export const objectProblems = ['unsupported', 'filter-ignored', 'unreadable'] as const
export type ObjectProblem = (typeof objectProblems)[number]

/** The objects that a removal step found and removed, across all attempts. */
export const RemovedObjects = z.lazy(() =>
  z.object({
    before: z.array(UserObject),
    /** The objects of `before` that it removed. */
    removed: z.array(UserObject),
    left: z.array(
      UserObject.extend({
        reason: z.enum(leftReasons),
        /** The reason as text, in GitLab's words if it gave one. */
        text: z.string(),
      }),
    ),
    /**
     * Whether the complete list was read after the last removal. If so, objects in neither `removed` nor `left` were
     * removed by other users.
     */
    isListed: z.boolean().optional(),
    problem: z.enum(objectProblems).optional(),
  }),
)
export type RemovedObjects = z.output<typeof RemovedObjects>

/** A run's step for one user, done or pending. */
export const EvidenceStep = z.lazy(() =>
  z.object({
    action: z.enum(queueActions),
    state: z.enum(queueStates),
    /** The user's state before sending; absent if nothing was sent. */
    before: z.string().optional(),
    /** The user's state afterwards, `gone` for a deleted account. */
    after: z.string().optional(),
    /** Why it wasn't done, or additional information. */
    answer: z.string().optional(),
    /** When its first request was sent, and its last one was answered, in milliseconds since 1970. */
    firstRequest: z.number().optional(),
    lastAnswer: z.number().optional(),
    /** When it ended, which may be a cancellation. */
    finished: z.number().optional(),
    /** Absent if the step doesn't remove objects or wasn't attempted. */
    objects: RemovedObjects.optional(),
    /** Absent unless the step hands over what depends on the user. */
    handedOver: z.array(HandedOver).optional(),
    /** Absent unless the step is a second look that was taken. */
    look: SecondLook.optional(),
  }),
)
export type EvidenceStep = z.output<typeof EvidenceStep>

/** What depended on a user, what couldn't be read, and what was decided. */
export const EvidenceDependents = z.lazy(() =>
  UserDependents.unwrap().extend({ answers: z.array(DependentAnswer) }),
)
export type EvidenceDependents = z.output<typeof EvidenceDependents>

/** A record of who did what to which users, when and why, and which objects remain. */
export const Evidence = z.lazy(() =>
  z.object({
    run: z.number(),
    /** A description that includes the count. */
    name: z.string(),
    /** The name of its plan. */
    plan: z.string().optional(),
    /** URL of the instance. */
    instance: z.string(),
    /** The username of its initiator. */
    actor: z.string(),
    reason: z.string().optional(),
    created: z.number(),
    /** When the first request for these users was sent, and the last one so far was answered. */
    started: z.number().optional(),
    lastAnswer: z.number().optional(),
    /** When the run ended, which may be a cancellation; absent until then. */
    ended: z.number().optional(),
    users: z.array(
      z.object({
        id: z.number().optional(),
        username: z.string(),
        name: z.string(),
        steps: z.array(EvidenceStep),
        /** What depended on the user when the run was started; absent if the run doesn't end their access. */
        dependents: EvidenceDependents.optional(),
      }),
    ),
  }),
)
export type Evidence = z.output<typeof Evidence>

const job = z.strictObject({ job: z.int() })

/**
 * Runs of all kinds: moderation, new users, and reviews. Operations that only read or stop also work for former
 * administrators.
 */
export const jobs = {
  list: accountOperation(() => ({ input: z.strictObject({}), output: JobList })),
  get: accountOperation(() => ({ input: job, output: JobSummary })),
  /** In queue order. */
  items: accountOperation(() => ({
    input: job.extend({
      states: z.array(z.enum(queueStates)).optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(QueueItem), total: z.number() }),
  })),
  /**
   * Finished items per second on the account’s instance, measured over the latest runs of each kind. Kinds without
   * measurements are absent.
   */
  pace: accountOperation(() => ({
    input: z.strictObject({}),
    output: z.partialRecord(z.enum(jobKinds), z.number()),
  })),
  /** Stops sending everything, including individual actions, until everything is resumed. */
  pauseAll: accountOperation(() => ({ input: z.strictObject({}), output: JobList })),
  resumeAll: adminOperation(() => ({ input: z.strictObject({}), output: JobList })),
  pause: accountOperation(() => ({ input: job, output: JobSummary })),
  /** Ends its pause or hold, and retries waiting items immediately. */
  resume: adminOperation(() => ({ input: job, output: JobSummary })),
  /**
   * Puts it ahead of all other runs, or takes that back. Single actions still come first, and the others keep some
   * places.
   */
  runFirst: adminOperation(() => ({
    input: job.extend({ isFirst: z.boolean().default(true) }),
    output: JobSummary,
  })),
  /** Cancels its unsent items. */
  cancel: accountOperation(() => ({ input: job, output: JobSummary })),
  /** Changes the date of its scheduled items, or only of those for one item's user. */
  reschedule: adminOperation(() => ({
    input: job.extend({ item: z.int().optional(), due: DueDate }),
    output: JobSummary,
  })),
  /** Queues failed items again. */
  retry: adminOperation(() => ({ input: job, output: JobSummary })),
  /** Deletes a finished run and the data it collected. */
  remove: adminOperation(() => ({ input: job, output: JobList })),
  /**
   * Exports a line per user with the outcome, and the facts about the run. As `evidence`, each step also lists
   * existing, removed and remaining objects.
   */
  report: accountOperation(() => ({
    input: job.extend({ format: z.enum(['csv', 'json', 'evidence']) }),
    output: SavedFiles,
  })),
  /** The evidence so far about all users in a run, or about one of them. */
  evidence: adminOperation(() => ({
    input: job.extend({ user: z.int().optional() }),
    output: Evidence,
  })),
}
