import { z } from 'zod'
import { upTo } from '../gitlab/validation.ts'
import { moderationActions, queueActions } from '../rules/moderation.ts'
import { SentId } from '../gitlab/fields.ts'
import { DueDate } from './plans.ts'
import { CarriedFailure, accountOperation, adminOperation, withMaxValues } from './operation.ts'
import { actionsAtOnce, nameLimit, reasonLimit } from '../rules/limits.ts'

/**
 * The state of a queued action: `scheduled` until its date, `undoable` while it can be undone, then `ready`, `sending`, and at the end one of the others.
 * `unknown` was sent and got no answer; `conflict` needs a decision, because the user has changed.
 */
export const queueStates = [
  'scheduled',
  'undoable',
  'ready',
  'sending',
  'unknown',
  'conflict',
  'done',
  'refused',
  'expired',
  'cancelled',
] as const
export type QueueState = (typeof queueStates)[number]

export const LookAlikeUser = z.object({ id: z.number(), username: z.string() })

/** One action on one user, from the click to its outcome. */
export const QueuedAction = z.object({
  id: z.number(),
  /** The ID of its bulk run. */
  run: z.number().optional(),
  /** Its step in the plan of the run, from 0. */
  step: z.number().optional(),
  action: z.enum(queueActions),
  /** When it is sent at the earliest, because somebody chose that date. */
  due: DueDate.optional(),
  /** The user as they were seen when it was queued. */
  target: z.object({ id: z.number(), username: z.string(), name: z.string(), state: z.string() }),
  reason: z.string().optional(),
  /** Whether the reason is also added to the administrators' note of the user. */
  note: z.boolean(),
  state: z.enum(queueStates),
  /** When it was queued, in milliseconds since 1970. */
  created: z.number(),
  /** Not sent before, in milliseconds since 1970: the end of the time to undo it, or of a wait. */
  notBefore: z.number(),
  /** When it expires, in milliseconds since 1970. */
  expires: z.number(),
  attempts: z.number(),
  /** The user's state as read afterwards, `gone` for a deleted account; in a conflict, the current one. */
  after: z.string().optional(),
  /** The new username, where it has changed. */
  usernameNow: z.string().optional(),
  /** Why it was refused, or is delayed. */
  failure: CarriedFailure.optional(),
  /** When it ended. */
  finished: z.number().optional(),
  /** In lists: the user whom its target is easily mistaken for. */
  lookAlike: LookAlikeUser.optional(),
})
export type QueuedAction = z.output<typeof QueuedAction>

/** Conflicts that are decided alike: the same action on users who have changed in the same way. */
export const ConflictKind = z.object({
  /** The latest of them. */
  latest: QueuedAction,
  /** The first of them, at most as many as are decided at once. */
  ids: z.array(z.number()),
})
export type ConflictKind = z.output<typeof ConflictKind>

/** What becomes of a conflict: the action on the user as they are now, nothing, or another action. */
export const ConflictDecision = z.union([
  z.enum(['apply', 'drop']),
  z.strictObject({ instead: z.enum(moderationActions) }),
])
export type ConflictDecision = z.output<typeof ConflictDecision>

/** How many actions are in each state. */
export const QueueCounts = z.record(z.enum(queueStates), z.number())
export type QueueCounts = z.output<typeof QueueCounts>

/** Why actions wait until a person says so: the token was missing, refused or replaced, or the account lost its rights. */
export const holdReasons = ['token', 'rights'] as const
export type HoldReason = (typeof holdReasons)[number]

/** Of everything that changes something at the service, whatever its kind. */
export const QueueSummary = z.object({
  counts: QueueCounts,
  /** Why nothing is sent until a person says so, and how many actions wait for that. */
  hold: z.object({ reason: z.enum(holdReasons), count: z.number() }).optional(),
  /** The ID of a run that is paused because the time to undo its deletions passed while nobody could undo them. */
  missedRun: z.number().optional(),
  /** Whether everything is paused, reviews included. */
  isPaused: z.boolean(),
  /** Why nothing is sent now: no connection, a rate limit (until `retryAt`), a refused token. */
  waiting: CarriedFailure.optional(),
})
export type QueueSummary = z.output<typeof QueueSummary>

export const CancelledAll = z.object({
  summary: QueueSummary,
  /** The cancelled actions in their order. */
  ids: z.array(z.number()),
  /** How many items of all kinds were cancelled. */
  count: z.number(),
})
export type CancelledAll = z.output<typeof CancelledAll>

/** The places to which a pending action can be moved. */
export const queuePlaces = ['first', 'up', 'down', 'last'] as const
export type QueuePlace = (typeof queuePlaces)[number]

/** Actions that are changed by one request, at most. */
export const maxChangedActions = 1_000
const ids = z.strictObject({ ids: z.array(z.int()).min(1).max(maxChangedActions) })
/** The largest possible run. */
const maxIds = 1_000_000
// One error for the whole list instead of one for each entry.
const manyIds = z.strictObject({
  ids: z.custom<number[]>(
    (ids) =>
      Array.isArray(ids) &&
      ids.length > 0 &&
      ids.length <= maxIds &&
      ids.every(Number.isSafeInteger),
  ),
})
const action = z.enum(moderationActions)
const reason = z
  .string()
  .trim()
  .refine(...upTo(reasonLimit))
  .optional()

/**
 * The queue through which all moderation goes. Acknowledged changes are on disk. What only reads or stops also works for an account
 * that is no longer an administrator.
 */
export const queue = {
  /** Queues an action. A second request for a queued action returns the one that is there. */
  enqueue: adminOperation({
    input: z.strictObject({
      action,
      id: SentId,
      /** The user as the screen showed them. */
      seen: z.strictObject({
        username: z.string().max(nameLimit),
        name: z.string().max(1024),
        state: z.string().max(64),
        bot: z.boolean().nullish(),
      }),
      reason,
      note: z.boolean().default(false),
      /** The username as it was typed; required for deletions. */
      confirmed: z.string().max(nameLimit).optional(),
    }),
    output: QueuedAction,
  }),
  get: accountOperation({ input: z.strictObject({ id: z.int() }), output: QueuedAction }),
  list: accountOperation({
    input: z.strictObject({
      /** Newest first, as they are sent, or by their date. */
      order: z.enum(['newest', 'turn', 'due']).default('newest'),
      states: z.array(z.enum(queueStates)).optional(),
      run: z.int().optional(),
      /** Only those on this user. */
      target: SentId.optional(),
      /** Only those that were sent, or that were not; who was in the wanted state already needs nothing sent. */
      isSent: z.boolean().optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(QueuedAction), total: z.number() }),
  }),
  summary: accountOperation({ input: z.strictObject({}), output: QueueSummary }),
  /** Cancels actions that were not sent. */
  cancel: accountOperation({ input: ids, output: QueueSummary }),
  /** Cancels everything of any kind that was not sent, also all runs, or only what is on hold. */
  cancelAll: accountOperation({
    input: z.strictObject({ onlyHeld: z.boolean().default(false) }),
    output: CancelledAll,
  }),
  /** Changes the reason of a pending action; refused once it was sent. */
  edit: adminOperation({
    input: z.strictObject({ id: z.int(), reason, note: z.boolean() }),
    output: QueuedAction,
  }),
  /** Begins the time to undo an action anew, if it isn’t over. It is longer while the reason is being edited. */
  postpone: adminOperation({
    input: z.strictObject({ id: z.int(), isEditing: z.boolean() }),
    output: QueuedAction,
  }),
  /** Moves a pending action among the others; other actions on the same user move with it where they have to (`moved`). */
  move: adminOperation({
    input: z.strictObject({ id: z.int(), to: z.enum(queuePlaces) }),
    output: z.object({ summary: QueueSummary, moved: z.number() }),
  }),
  /** Ends the waiting of all actions that were not sent. */
  sendAllNow: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
  /** Sends actions now that can still be undone, or wait for their next try. */
  sendNow: adminOperation({ input: ids, output: QueueSummary }),
  /** Queues actions again: cancelled ones for the user as they were seen, refused and expired ones as they are now. */
  retry: withMaxValues(adminOperation({ input: manyIds, output: QueueSummary }), maxIds + 2),
  /** Decides a conflict: acts on the user as they are now, or drops the action. */
  decide: adminOperation({
    input: z.strictObject({ id: z.int(), decision: z.enum(['apply', 'drop']) }),
    output: QueuedAction,
  }),
  /** The kinds of which there are several conflicts, of the account or of one run; the most frequent first. */
  conflictKinds: accountOperation({
    input: z.strictObject({ run: z.int().optional() }),
    output: z.array(ConflictKind),
  }),
  /** Decides several conflicts alike; one that was decided meanwhile is left. */
  decideAll: adminOperation({
    input: ids.extend({ decision: ConflictDecision }),
    output: z.object({ summary: QueueSummary, decided: z.number() }),
  }),
  /** Ends the hold, and sends what waited. */
  release: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
}
