import { z } from 'zod'
import { upTo } from '../gitlab/validation.ts'
import { moderationActions, queueActions } from '../rules/moderation.ts'
import { queueStates } from '../rules/item-states.ts'
import { SentId } from '../gitlab/fields.ts'
import { DueDate } from './plans.ts'
import { CarriedFailure, accountOperation, adminOperation, withMaxValues } from './operation.ts'
import { actionsAtOnce, nameLimit, reasonLimit } from '../rules/limits.ts'

export const LookAlikeUser = z.lazy(() => z.object({ id: z.number(), username: z.string() }))

/** An item of the queue: one action on one user, from the click to the outcome. All kinds of items have this shape. */
export const QueueItem = z.lazy(() =>
  z.object({
    id: z.number(),
    /** The ID of its run; absent for a single item. */
    job: z.number().optional(),
    /** Its step in the run's plan, starting at 0. */
    step: z.number().optional(),
    action: z.string(),
    /** The scheduled date, if any. */
    due: DueDate.optional(),
    /** The user as shown when it was queued; without an ID if they don't exist yet. */
    target: z.object({
      id: z.number().optional(),
      username: z.string(),
      name: z.string(),
      state: z.string().optional(),
    }),
    reason: z.string().optional(),
    /** Whether to also add the reason to the administrators' note about the user. */
    note: z.boolean(),
    state: z.enum(queueStates),
    /** When it was queued, in milliseconds since 1970. */
    created: z.number(),
    /** The earliest time to send it, in milliseconds since 1970: when its undo period or a delay ends. */
    notBefore: z.number(),
    /** When it expires, in milliseconds since 1970; absent if it never does. */
    expires: z.number().optional(),
    attempts: z.number(),
    /** The user's state before sending; absent if nothing was sent. */
    before: z.string().optional(),
    /** The user's state as read afterwards, or `gone` for a deleted account. In a conflict, the current state. */
    after: z.string().optional(),
    /** The new username, if it changed. */
    usernameNow: z.string().optional(),
    /** Why it was rejected or delayed, or additional information about one that is done. */
    failure: CarriedFailure.optional(),
    /** When it ended, which may be a cancellation. */
    finished: z.number().optional(),
    /** In lists: the run whose action on the same user is sent first. */
    waitsFor: z.object({ run: z.number(), name: z.string(), isPaused: z.boolean() }).optional(),
    /** In lists: the user for whom its target is easily mistaken. */
    lookAlike: LookAlikeUser.optional(),
    /** The email of a user to create. */
    email: z.string().optional(),
    /** What happened otherwise than requested, such as a field that GitLab ignored. */
    remark: z.string().optional(),
  }),
)
export type QueueItem = z.output<typeof QueueItem>

/** An item of moderation, whose user exists. */
export const QueuedAction = z.lazy(() =>
  QueueItem.unwrap().extend({
    action: z.enum(queueActions),
    target: z.object({ id: z.number(), username: z.string(), name: z.string(), state: z.string() }),
  }),
)
export type QueuedAction = z.output<typeof QueuedAction>

/** Conflicts that need the same decision: the same action on users who changed in the same way. */
export const ConflictKind = z.lazy(() =>
  z.object({
    /** The latest conflict. */
    latest: QueuedAction,
    /** The first conflicts, up to the number that can be decided together. */
    ids: z.array(z.number()),
    /** How many there are. */
    total: z.number(),
  }),
)
export type ConflictKind = z.output<typeof ConflictKind>

/** The decision on a conflict: apply the action to the user as they are now, drop it, or apply another action. */
export const ConflictDecision = z.lazy(() =>
  z.union([z.enum(['apply', 'drop']), z.strictObject({ instead: z.enum(moderationActions) })]),
)
export type ConflictDecision = z.output<typeof ConflictDecision>

/** The number of actions in each state. */
export const QueueCounts = z.lazy(() => z.record(z.enum(queueStates), z.number()))
export type QueueCounts = z.output<typeof QueueCounts>

/**
 * Why actions are waiting for the user: the token was missing, rejected or replaced, or the account lost its
 * permissions.
 */
export const holdReasons = ['token', 'rights'] as const
export type HoldReason = (typeof holdReasons)[number]

/** What happened to the token, if it was the reason for a hold. */
export const holdCauses = ['missing', 'refused', 'replaced', 'scope'] as const
export type HoldCause = (typeof holdCauses)[number]

/** A summary of everything queued: changes to the instance of any kind, and reads by reviews. */
export const QueueSummary = z.object({
  counts: QueueCounts,
  /** The number of users in each state that reviews read; absent if there are none. */
  reads: QueueCounts.optional(),
  /** Why sending is on hold until the user releases it, and the number of actions on hold. */
  hold: z.object({ reason: z.enum(holdReasons), count: z.number() }).optional(),
  holdCause: z.enum(holdCauses).optional(),
  /** The ID of a run that is paused because GitLab refused two of its users alike. */
  refusedRun: z.number().optional(),
  /** The ID of a run that is paused because the undo period of its deletions passed while they couldn't be undone. */
  missedRun: z.number().optional(),
  /** Whether everything is paused, including reviews. */
  isPaused: z.boolean(),
  /** Why nothing is being sent: no connection, a rate limit (until `retryAt`), or a rejected token. */
  waiting: CarriedFailure.optional(),
})
export type QueueSummary = z.output<typeof QueueSummary>

/** The queue after a change, and the number of actions that it changed. */
const ChangedQueue = z.lazy(() => QueueSummary.extend({ changed: z.number() }))
export type ChangedQueue = z.output<typeof ChangedQueue>

export const CancelledAll = z.lazy(() =>
  z.object({
    summary: QueueSummary,
    /** The canceled actions, in order. */
    ids: z.array(z.number()),
    /** The number of canceled items of all kinds. */
    count: z.number(),
  }),
)
export type CancelledAll = z.output<typeof CancelledAll>

/** Where to move a pending action. */
export const queuePlaces = ['first', 'up', 'down', 'last'] as const
export type QueuePlace = (typeof queuePlaces)[number]

/** The maximum number of actions that one request can change. */
export const maxChangedActions = 1_000
const ids = z.strictObject({ ids: z.array(z.int()).min(1).max(maxChangedActions) })
/** The largest possible run. */
const maxIds = 1_000_000
// Reports one error for the entire list instead of one per entry.
const manyIds = z.lazy(() =>
  z.strictObject({
    ids: z.custom<number[]>(
      (ids) =>
        Array.isArray(ids) &&
        ids.length > 0 &&
        ids.length <= maxIds &&
        ids.every(Number.isSafeInteger),
    ),
  }),
)
const action = z.enum(moderationActions)
const reason = z
  .string()
  .trim()
  .refine(...upTo(reasonLimit))
  .optional()

/**
 * The queue for all moderation. Once a call returns, its changes are on disk. Operations that only read or stop also
 * work for former administrators.
 */
export const queue = {
  /** Queues an action. If the same action is already queued, returns that one. */
  enqueue: adminOperation(() => ({
    input: z.strictObject({
      action,
      id: SentId,
      /** The user as shown on the screen. */
      seen: z.strictObject({
        username: z.string().max(nameLimit),
        name: z.string().max(1024),
        state: z.string().max(64),
        bot: z.boolean().nullish(),
        admin: z.boolean().nullish(),
      }),
      reason,
      note: z.boolean().default(false),
      /** The username typed to confirm; required for deletions. */
      confirmed: z.string().max(nameLimit).optional(),
    }),
    output: QueuedAction,
  })),
  get: accountOperation(() => ({ input: z.strictObject({ id: z.int() }), output: QueuedAction })),
  list: accountOperation(() => ({
    input: z.strictObject({
      /** Newest or oldest first, in the order they are sent (runs take turns), or by date. */
      order: z.enum(['newest', 'oldest', 'turn', 'due']).default('newest'),
      states: z.array(z.enum(queueStates)).optional(),
      run: z.int().optional(),
      /** Only actions on this user. */
      target: SentId.optional(),
      /**
       * True for only actions that required a request, false for only those whose user was already in the target state.
       */
      isSent: z.boolean().optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(QueuedAction), total: z.number() }),
  })),
  summary: accountOperation(() => ({ input: z.strictObject({}), output: QueueSummary })),
  /** Cancels unsent actions. */
  cancel: accountOperation(() => ({ input: ids, output: QueueSummary })),
  /** Cancels all unsent actions of any kind, including all runs, or only actions on hold. */
  cancelAll: accountOperation(() => ({
    input: z.strictObject({ onlyHeld: z.boolean().default(false) }),
    output: CancelledAll,
  })),
  /** Changes the reason of a pending action; fails once it is sent. */
  edit: adminOperation(() => ({
    input: z.strictObject({ id: z.int(), reason, note: z.boolean() }),
    output: QueuedAction,
  })),
  /** Restarts an action's undo period unless it is over, and extends it while the reason is being edited. */
  postpone: adminOperation(() => ({
    input: z.strictObject({ id: z.int(), isEditing: z.boolean() }),
    output: QueuedAction,
  })),
  /**
   * Moves a pending action within the queue. If necessary, other actions on the same user move along with it (`moved`).
   */
  move: adminOperation(() => ({
    input: z.strictObject({ id: z.int(), to: z.enum(queuePlaces) }),
    output: z.object({ summary: QueueSummary, moved: z.number() }),
  })),
  /** Sends all unsent actions now. */
  sendAllNow: adminOperation(() => ({ input: z.strictObject({}), output: ChangedQueue })),
  /** Immediately sends actions that can still be undone or are waiting for a retry. */
  sendNow: adminOperation(() => ({ input: ids, output: QueueSummary })),
  /**
   * Queues actions again: canceled ones for the user as seen originally, rejected and expired ones for the user's
   * current state.
   */
  retry: withMaxValues(
    adminOperation(() => ({ input: manyIds, output: ChangedQueue })),
    maxIds + 2,
  ),
  /** Resolves a conflict: applies the action to the user as they are now, or drops it. */
  decide: adminOperation(() => ({
    input: z.strictObject({ id: z.int(), decision: z.enum(['apply', 'drop']) }),
    output: QueuedAction,
  })),
  /** Lists the kinds with more than one conflict in the account or in one run, most frequent first. */
  conflictKinds: accountOperation(() => ({
    input: z.strictObject({ run: z.int().optional() }),
    output: z.array(ConflictKind),
  })),
  /** Decides several conflicts together. Skips any that have since been decided. */
  decideAll: adminOperation(() => ({
    input: ids.extend({ decision: ConflictDecision }),
    output: z.object({ summary: QueueSummary, decided: z.number() }),
  })),
  /** Ends the hold and sends the waiting actions. */
  release: adminOperation(() => ({ input: z.strictObject({}), output: QueueSummary })),
}
