import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, tooLong } from '../validation.ts'
import { moderationActions } from '../moderation.ts'
import { SentId } from '../service/fields.ts'
import { Selection } from './directory.ts'
import { CarriedFailure, adminOperation, large } from './operation.ts'
import { actionsAtOnce, nameLimit, reasonLimit } from '../limits.ts'

/**
 * Where a queued action is: `undoable` while it can be undone, then `ready`, `sending`, and at the end one of the others.
 * `unknown` has been sent and its answer never came; `conflict` waits for a decision, because the person is not as seen.
 */
export const queueStates = [
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

/** One action on one person, from the click to what came of it. */
export const QueuedAction = z.object({
  id: z.number(),
  /** The bulk run it belongs to. */
  run: z.number().optional(),
  action: z.enum(moderationActions),
  /** Who it is for, as they were seen when it was ordered. */
  target: z.object({ id: z.number(), username: z.string(), name: z.string(), state: z.string() }),
  reason: z.string().optional(),
  /** Whether the reason is also written into the administrator's note of the person. */
  note: z.boolean(),
  state: z.enum(queueStates),
  /** When it was ordered, in milliseconds since 1970. */
  created: z.number(),
  /** Not sent before, in milliseconds since 1970: the end of the time to take it back, or of a wait. */
  notBefore: z.number(),
  /** Not sent after without being asked again. */
  expires: z.number(),
  attempts: z.number(),
  /** The person's state as read again afterwards, `gone` for a deleted account; or, in a conflict, what it is now. */
  after: z.string().optional(),
  /** The username now, where it is another one. */
  usernameNow: z.string().optional(),
  /** Why it was refused, or why it waits. */
  failure: CarriedFailure.optional(),
  /** When it came to its end. */
  finished: z.number().optional(),
})
export type QueuedAction = z.output<typeof QueuedAction>

/** How many actions are in each state. */
export const QueueCounts = z.record(z.enum(queueStates), z.number())
export type QueueCounts = z.output<typeof QueueCounts>

export const QueueSummary = z.object({
  counts: QueueCounts,
  /** Whether somebody paused the queue. */
  isPaused: z.boolean(),
  /** Why nothing moves just now: no connection, a rate limit (until `retryAt`), a token that is refused. */
  waiting: CarriedFailure.optional(),
})
export type QueueSummary = z.output<typeof QueueSummary>

/** Where an action can be moved among those that wait. */
export const queuePlaces = ['first', 'up', 'down', 'last'] as const
export type QueuePlace = (typeof queuePlaces)[number]

/** A file of the queue that was damaged, or lacked something, when it was opened. What could be read is in the queue. */
export const QueueRecovery = z.object({
  /** When it was found, in milliseconds since 1970; names it as well. */
  at: z.number(),
  /** Where the damaged file is now, whole; to be read by a person. */
  file: z.string(),
  /** How many rows of it could be read, of actions and of the journal; left out where that was not kept. */
  rows: z.number().optional(),
  /** Whether something could not be read, or is missing. */
  lost: z.boolean().optional(),
  /** How many actions are missing, or are listed in an older state than they had reached. */
  missing: z.number().optional(),
  /** Some of them, with the last state that is known. */
  known: z
    .array(z.object({ action: z.string(), username: z.string(), state: z.string() }))
    .optional(),
})
export type QueueRecovery = z.output<typeof QueueRecovery>

const ids = z.strictObject({ ids: z.array(z.int()).min(1).max(1_000) })
/** As many as a run on everybody may have. */
const mostIds = 1_000_000
// Of the whole list it is said that something is wrong, and not of each entry.
const manyIds = z.strictObject({
  ids: z.custom<number[]>(
    (ids) =>
      Array.isArray(ids) &&
      ids.length > 0 &&
      ids.length <= mostIds &&
      ids.every(Number.isSafeInteger),
    issueText(message('validation.noIds')),
  ),
})
const action = z.enum(moderationActions)
const reason = z.string().trim().max(reasonLimit, tooLong(reasonLimit)).optional()

/** What would happen to whom. */
export const BulkPreview = z.object({
  total: z.number(),
  /** How many would change. */
  acts: z.number(),
  /** The first of them. */
  sample: z.array(
    z.object({ id: z.number(), username: z.string(), name: z.string(), state: z.string() }),
  ),
  /** Who is left out and why, the commonest reason first. */
  skipped: z.array(
    z.object({
      why: z.string(),
      count: z.number(),
      sample: z.array(z.object({ id: z.number(), username: z.string() })),
    }),
  ),
  /** How old the copy is on which this rests, in milliseconds since 1970. */
  asOf: z.number().optional(),
})
export type BulkPreview = z.output<typeof BulkPreview>

/** One action on many people. */
export const BulkRun = z.object({
  id: z.number(),
  action,
  reason: z.string().optional(),
  created: z.number(),
  /**
   * `preparing` as long as its actions are being written; `running` also while waiting; `finished` when every action has come to its
   * end, or waits for a decision.
   */
  state: z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']),
  /** Nothing is sent before, in milliseconds since 1970; absent while it is prepared. */
  starts: z.number().optional(),
  total: z.number(),
  counts: QueueCounts,
  /** Finished actions a second, over the last ten seconds or since it started. */
  pace: z.number(),
  /** Why nothing moves just now: no connection, a rate limit (until `retryAt`), a token that is refused. */
  waiting: CarriedFailure.optional(),
})
export type BulkRun = z.output<typeof BulkRun>

const run = z.strictObject({ run: z.int() })

/** The queue through which all moderation goes. What was acknowledged is on disk. */
export const queue = {
  /** Orders an action. Asking twice for what is queued already answers the one that is there. */
  enqueue: adminOperation({
    input: z.strictObject({
      action,
      id: SentId,
      /** As the person was seen on the screen. */
      seen: z.strictObject({
        username: z.string().max(nameLimit),
        name: z.string().max(1024),
        state: z.string().max(64),
        bot: z.boolean().nullish(),
      }),
      reason,
      note: z.boolean().default(false),
      /** The username as it was typed; wanted for what nothing brings back. */
      confirmed: z.string().max(nameLimit).optional(),
    }),
    output: QueuedAction,
  }),
  get: adminOperation({ input: z.strictObject({ id: z.int() }), output: QueuedAction }),
  list: adminOperation({
    input: z.strictObject({
      /** Newest first, or as they are sent. */
      order: z.enum(['newest', 'turn']).default('newest'),
      states: z.array(z.enum(queueStates)).optional(),
      run: z.int().optional(),
      /** Of this person alone. */
      target: SentId.optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(QueuedAction), total: z.number() }),
  }),
  summary: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
  /** Takes back what has not been sent. */
  cancel: adminOperation({ input: ids, output: QueueSummary }),
  /** Takes back all that has not been sent; `ids` are what was taken back, in its order. */
  cancelAll: adminOperation({
    input: z.strictObject({}),
    output: z.object({ summary: QueueSummary, ids: z.array(z.number()) }),
  }),
  /** Changes why what waits was ordered; refused once it has left. */
  edit: adminOperation({
    input: z.strictObject({ id: z.int(), reason, note: z.boolean() }),
    output: QueuedAction,
  }),
  /** Moves what waits among what waits; other actions on the same person come along where they have to (`moved`). */
  move: adminOperation({
    input: z.strictObject({ id: z.int(), to: z.enum(queuePlaces) }),
    output: z.object({ summary: QueueSummary, moved: z.number() }),
  }),
  /** Ends the waiting of all that was not sent. */
  sendAllNow: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
  /** Sends at once what can still be undone, or is to be tried again later. */
  sendNow: adminOperation({ input: ids, output: QueueSummary }),
  /** Orders again what was taken back, for the person as they were seen; or was refused or expired, as they are now. */
  retry: large(adminOperation({ input: manyIds, output: QueueSummary }), mostIds + 2),
  /** Decides a conflict: to act although the person is not as seen, or to let it be. */
  decide: adminOperation({
    input: z.strictObject({ id: z.int(), decision: z.enum(['apply', 'drop']) }),
    output: QueuedAction,
  }),
  /** Sends nothing until the queue is resumed. */
  pause: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
  resume: adminOperation({ input: z.strictObject({}), output: QueueSummary }),
  /** Damaged files of the queue that nobody has taken note of yet. */
  recoveries: adminOperation({ input: z.strictObject({}), output: z.array(QueueRecovery) }),
  /** Takes note of one of them; the damaged file stays where it is. */
  dismissRecovery: adminOperation({
    input: z.strictObject({ at: z.int() }),
    output: z.array(QueueRecovery),
  }),
}

/** One action on many people, each with a result of their own. */
export const bulk = {
  /** A dry run on the copy of the list: nothing is sent. */
  preview: adminOperation({
    input: z.strictObject({ selection: Selection, action }),
    output: BulkPreview,
  }),
  /** Queues the action for everybody whom the dry run names; `acts` is what it said, and must still hold. */
  start: adminOperation({
    input: z.strictObject({
      selection: Selection,
      action,
      reason,
      note: z.boolean().default(false),
      acts: z.int().min(1),
    }),
    output: BulkRun,
  }),
  /** Newest first. */
  list: adminOperation({ input: z.strictObject({}), output: z.array(BulkRun) }),
  get: adminOperation({ input: run, output: BulkRun }),
  pause: adminOperation({ input: run, output: BulkRun }),
  resume: adminOperation({ input: run, output: BulkRun }),
  /** Takes back what has not been sent. */
  cancel: adminOperation({ input: run, output: BulkRun }),
  /** Orders again what was refused in it, and nothing else. */
  retry: adminOperation({ input: run, output: BulkRun }),
  /** A line for each person: who, what, before, after, outcome, the service's words. */
  report: adminOperation({
    input: run.extend({ format: z.enum(['csv', 'json']) }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
}
