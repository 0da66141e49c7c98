import { z } from 'zod'
import { actionsAtOnce } from '../rules/limits.ts'
import { queueActions } from '../rules/moderation.ts'
import { CarriedFailure, SavedFiles, accountOperation, adminOperation } from './operation.ts'
import { QueueCounts, holdReasons, queueStates } from './queue.ts'

export const jobKinds = ['moderation', 'onboarding', 'review'] as const
export type JobKindName = (typeof jobKinds)[number]

/** Several things that were started together, whatever their kind; screens call it a run. */
export const JobSummary = z.object({
  id: z.number(),
  kind: z.enum(jobKinds),
  /** What it does and to how many, in words: “Block 14 users”. */
  name: z.string(),
  /** The username of who started it. */
  actor: z.string(),
  reason: z.string().optional(),
  /** In milliseconds since 1970. */
  created: z.number(),
  /** Nothing is sent before; absent while it is prepared. */
  starts: z.number().optional(),
  /** When the last of it ended; absent before its end. */
  ended: z.number().optional(),
  /** `paused` also where everything is paused. */
  state: z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']),
  /** Why it, or its kind, is paused until a person says so. */
  hold: z.enum(holdReasons).optional(),
  /** Whether the time to undo its deletions passed while nobody could undo them, so that it waits for a person. */
  isUndoMissed: z.boolean(),
  /** How many items it has: one for each user, and for each step of a plan. */
  total: z.number(),
  counts: QueueCounts,
  /** How many of the done items had nothing to send. */
  already: z.number(),
  /** How many users of a review something could not be read of, which a retry reads again. */
  incomplete: z.number().optional(),
  /** An action of it that can't be undone, so that a person confirms it again before it is sent again. */
  irreversible: z.enum(queueActions).optional(),
  /** The first of its actions that wait for a date, in milliseconds since 1970. */
  due: z.object({ action: z.enum(queueActions), at: z.number() }).optional(),
  /** Whether a new run could change something of it back; false before its end. */
  isReversible: z.boolean(),
  /** How many users have canceled items, which a new run could do. */
  remaining: z.number(),
  /** The run whose users it deletes. */
  undoes: z.number().optional(),
  /** Finished items a second, over the last ten seconds or since it started. */
  pace: z.number(),
  /** Why nothing is sent now: no connection, a rate limit (until `retryAt`), a refused token. */
  waiting: CarriedFailure.optional(),
})
export type JobSummary = z.output<typeof JobSummary>

/** All runs of an account. */
export const JobList = z.object({
  /** Newest first. */
  jobs: z.array(JobSummary),
  /** Whether everything is paused. */
  isPaused: z.boolean(),
})
export type JobList = z.output<typeof JobList>

/** What was done, or is to be done, for one user of a run. */
export const JobItemSummary = z.object({
  id: z.number(),
  /** Without an ID where the user does not exist yet. */
  target: z.object({ id: z.number().optional(), username: z.string(), name: z.string() }),
  email: z.string().optional(),
  state: z.enum(queueStates),
  /** What else came of it, such as a field that GitLab ignored. */
  note: z.string().optional(),
  failure: CarriedFailure.optional(),
  finished: z.number().optional(),
})
export type JobItemSummary = z.output<typeof JobItemSummary>

/** A key, token, email, identity or membership of a user. */
export const UserObject = z.object({
  /** Its ID, the provider of an identity, or the ID of a membership's group or project. */
  id: z.union([z.number(), z.string()]),
  /** What a membership is of: a group (`Namespace`) and a project may have the same ID. */
  type: z.enum(['Namespace', 'Project']).optional(),
  label: z.string(),
  /** More about it, by field, such as `scopes`, `key`, `access_level` and `expires_at`. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type UserObject = z.output<typeof UserObject>

/**
 * Why an object is still there: GitLab keeps it, as it does the only owner of a group (`kept`), it `appeared` after the list was read,
 * its removal was `refused`, it could not be read (`unreadable`), is no direct membership but a request or minimal access
 * (`not_direct`), or the instance can't remove it (`unsupported`).
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

/** Why a step could not read what there is: the instance can't list it, listed that of other users, too, or what can't be read. */
export const objectProblems = ['unsupported', 'filter-ignored', 'unreadable'] as const
export type ObjectProblem = (typeof objectProblems)[number]

/** What a step that removes objects found and did, in all of its tries. */
export const RemovedObjects = z.object({
  before: z.array(UserObject),
  /** Those of `before` that it removed. */
  removed: z.array(UserObject),
  left: z.array(
    UserObject.extend({
      reason: z.enum(leftReasons),
      /** The reason in words, GitLab's own where it gave some. */
      text: z.string(),
    }),
  ),
  /** Whether the list was read to its end after the last removal: then somebody else removed what is neither in `removed` nor in `left`. */
  isListed: z.boolean().optional(),
  problem: z.enum(objectProblems).optional(),
})
export type RemovedObjects = z.output<typeof RemovedObjects>

/** What was done to a user in a step of a run, or is to be done. */
export const EvidenceStep = z.object({
  action: z.enum(queueActions),
  state: z.enum(queueStates),
  /** The user's state before it was sent; absent if nothing was sent. */
  before: z.string().optional(),
  /** The user's state afterwards, `gone` for a deleted account. */
  after: z.string().optional(),
  /** Why it was not done, or what else came of it. */
  answer: z.string().optional(),
  /** When it ended, in milliseconds since 1970. */
  finished: z.number().optional(),
  /** Absent if it removes no objects, or was not tried. */
  objects: RemovedObjects.optional(),
})
export type EvidenceStep = z.output<typeof EvidenceStep>

/** Who did what to which users, when and why, and what is left. */
export const Evidence = z.object({
  run: z.number(),
  /** What it does and to how many, in words. */
  name: z.string(),
  /** The name of its plan. */
  plan: z.string().optional(),
  /** URL of the instance. */
  instance: z.string(),
  /** The username of who started it. */
  actor: z.string(),
  reason: z.string().optional(),
  created: z.number(),
  started: z.number().optional(),
  /** Absent before its end. */
  ended: z.number().optional(),
  users: z.array(
    z.object({
      id: z.number().optional(),
      username: z.string(),
      name: z.string(),
      steps: z.array(EvidenceStep),
    }),
  ),
})
export type Evidence = z.output<typeof Evidence>

const job = z.strictObject({ job: z.int() })

/** The runs of all kinds: moderation, new users, reviews. What only reads or stops also works for a former administrator. */
export const jobs = {
  list: accountOperation({ input: z.strictObject({}), output: JobList }),
  get: accountOperation({ input: job, output: JobSummary }),
  /** In the order in which they were queued. */
  items: accountOperation({
    input: job.extend({
      states: z.array(z.enum(queueStates)).optional(),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(JobItemSummary), total: z.number() }),
  }),
  /** Finished items a second at the account’s instance, measured over the latest runs of each kind; without kinds of which nothing was measured. */
  pace: accountOperation({
    input: z.strictObject({}),
    output: z.partialRecord(z.enum(jobKinds), z.number()),
  }),
  /** Sends nothing of any kind, single actions included, until everything is resumed. */
  pauseAll: accountOperation({ input: z.strictObject({}), output: JobList }),
  resumeAll: adminOperation({ input: z.strictObject({}), output: JobList }),
  pause: accountOperation({ input: job, output: JobSummary }),
  /** Ends its pause or hold, and tries again at once what waits. */
  resume: adminOperation({ input: job, output: JobSummary }),
  /** Cancels what was not sent. */
  cancel: accountOperation({ input: job, output: JobSummary }),
  /** Queues again what failed. */
  retry: adminOperation({ input: job, output: JobSummary }),
  /** Forgets a run that has ended, and what it collected. */
  remove: adminOperation({ input: job, output: JobList }),
  /** A line for each user, with the outcome, and what the run is; as `evidence`, for each step what was there, was removed and is left. */
  report: accountOperation({
    input: job.extend({ format: z.enum(['csv', 'json', 'evidence']) }),
    output: SavedFiles,
  }),
  /** The evidence about the users of a run, or about one of them, as far as it is known now. */
  evidence: adminOperation({
    input: job.extend({ user: z.int().optional() }),
    output: Evidence,
  }),
}
