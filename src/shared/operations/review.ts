import { z } from 'zod'
import {
  credentialColumns,
  credentialFilters,
  credentialKinds,
  decisionFilters,
  reviewColumns,
  reviewDecisions,
  reviewFilters,
  reviewParts,
  reviewedFields,
} from '../rules/review.ts'
import { answersByKind } from '../rules/user-fields.ts'
import { SentId } from '../gitlab/fields.ts'
import { nameLimit, reasonLimit, reviewRowsAtOnce } from '../rules/limits.ts'
import { upTo } from '../gitlab/validation.ts'
import { credentialFields } from './credentials.ts'
import { Selection } from './directory.ts'
import { CarriedFailure, SavedFiles, adminOperation } from './operation.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** The decision about a user, and who made it. `at` is in milliseconds since 1970. */
const UserDecision = z.object({
  decision: z.enum(reviewDecisions),
  /** Empty if absent. */
  note: z.string(),
  by: z.string(),
  at: z.number(),
})
export type UserDecision = z.output<typeof UserDecision>

/** The last decision about a user in an earlier review, and what has changed since. Decides nothing by itself. */
const LastReview = z.lazy(() =>
  UserDecision.extend({
    /** Memberships with a new or higher role, keys, and active tokens that they didn’t have then. */
    added: z.array(z.object({ kind: z.string(), title: z.string() })),
    /** Whether the user was to be removed and can still sign in. */
    isStillThere: z.boolean(),
  }),
)
export type LastReview = z.output<typeof LastReview>

/** A user in a review. Null fields haven’t been read yet or couldn’t be read. */
export const ReviewedUser = z.lazy(() =>
  z.object({
    ...answersByKind(reviewedFields, { flag }, text),
    id: z.number(),
    username: z.string(),
    name: z.string(),
    state: z.string(),
    /** When the user was read, in milliseconds since 1970. */
    read_at: z.number().nullable(),
    /** Whether the user was deleted before they were read. */
    gone: z.boolean(),
    /** The parts that couldn’t be read. */
    unread: z.array(z.enum(reviewParts)),
    groups: z.number().nullable(),
    projects: z.number().nullable(),
    /** Groups and projects that the user owns. */
    owned: z.number().nullable(),
    ssh_keys: z.number().nullable(),
    gpg_keys: z.number().nullable(),
    /** When the oldest key was created. */
    oldest_key: text,
    expired_keys: z.number().nullable(),
    active_tokens: z.number().nullable(),
    /** Active tokens without an expiry. */
    tokens_without_expiry: z.number().nullable(),
    expired_tokens: z.number().nullable(),
    /** Null while undecided. */
    decided: UserDecision.nullable(),
    /** Null if no earlier review has a decision about the user. */
    last: LastReview.nullable(),
  }),
)
export type ReviewedUser = z.output<typeof ReviewedUser>

/** A key or token, without secrets: only the fingerprint of a key. */
export const Credential = z.lazy(() =>
  z.object({
    ...credentialFields,
    user: z.number(),
    username: z.string(),
    kind: z.enum(credentialKinds),
  }),
)
export type Credential = z.output<typeof Credential>

/** One of an account’s reviews. */
export const ReviewState = z.lazy(() =>
  z.object({
    /** Absent if there is none. */
    id: z.number().optional(),
    name: z.string().optional(),
    phase: z.enum(['none', 'running', 'paused', 'done', 'cancelled']),
    total: z.number(),
    read: z.number(),
    /** The number of users whose data could be read only in part. */
    incomplete: z.number(),
    /** The number of users who were deleted before they were read. */
    gone: z.number(),
    startedAt: z.number().optional(),
    finishedAt: z.number().optional(),
    /** When its first request was sent, and the last one so far was answered. */
    firstRequest: z.number().optional(),
    lastAnswer: z.number().optional(),
    /** The username of its initiator. */
    by: z.string().optional(),
    instance: z.string().optional(),
    /** Whether the instance has no list of personal access tokens, so none were read. */
    lacksTokenList: z.boolean().optional(),
    /** Why nothing is being read. `until` is the time of the next attempt. */
    failure: CarriedFailure.optional(),
    until: z.number().optional(),
  }),
)
export type ReviewState = z.output<typeof ReviewState>

/** The ID of a review; the newest one if absent. */
const review = z.int().optional()
const reviewInput = z.strictObject({ review })
const name = z
  .string()
  .trim()
  .min(1)
  .refine(...upTo(nameLimit))

const filters = z.lazy(() => z.array(z.enum(reviewFilters)).max(reviewFilters.length).default([]))
/** Only users with this decision. */
const decided = z.enum(decisionFilters).optional()
const matchingUsers = { review, filters, decided }
const page = {
  sort: z.enum(['asc', 'desc']).default('asc'),
  offset: z.int().min(0).default(0),
  limit: z.int().min(1).max(reviewRowsAtOnce).default(reviewRowsAtOnce),
}
const matchingCredentials = {
  review,
  kinds: z.array(z.enum(credentialKinds)).max(credentialKinds.length).default([]),
  filters: z.array(z.enum(credentialFilters)).max(credentialFilters.length).default([]),
}
const credentialList = {
  ...matchingCredentials,
  order_by: z.enum(credentialColumns).default('created_at'),
}

/** The number of users who had been read when they were counted. */
const read = z.number()

/**
 * Reviews of many users’ access, collected in the background. Each is kept until the user removes it, or for over a
 * year.
 */
export const reviewOperations = {
  /** Newest first. */
  list: adminOperation(() => ({ input: z.strictObject({}), output: z.array(ReviewState) })),
  state: adminOperation(() => ({ input: reviewInput, output: ReviewState })),
  /**
   * The number of pages in the instance's list of personal access tokens, to estimate how many requests a review takes.
   * 0 if there is no such list, and null if unknown.
   */
  tokenPages: adminOperation(() => ({ input: z.strictObject({}), output: z.number().nullable() })),
  /** Starts a review of these users. Earlier reviews are kept. */
  start: adminOperation(() => ({
    input: z.strictObject({ selection: Selection, name: name.optional() }),
    output: ReviewState,
  })),
  rename: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), name }),
    output: ReviewState,
  })),
  users: adminOperation(() => ({
    input: z.strictObject({
      ...matchingUsers,
      order_by: z.enum(reviewColumns).default('username'),
      ...page,
    }),
    output: z.object({
      items: z.array(ReviewedUser),
      total: z.number(),
      read,
      /** The number of users read so far that match each filter. */
      counts: z.record(z.enum(reviewFilters), z.number()),
      /** The number of users in the entire review with each decision. */
      decisions: z.record(z.enum(decisionFilters), z.number()),
    }),
  })),
  credentials: adminOperation(() => ({
    input: z.strictObject({ ...credentialList, ...page }),
    output: z.object({
      items: z.array(Credential),
      total: z.number(),
      read,
      counts: z.record(z.enum(credentialFilters), z.number()),
    }),
  })),
  /** Exports the matching users with all collected data as a file. */
  export: adminOperation(() => ({
    input: z.strictObject({ ...matchingUsers, format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  })),
  exportCredentials: adminOperation(() => ({
    input: z.strictObject({ ...credentialList, format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  })),
  /** The IDs of the matching users, for actions. */
  ids: adminOperation(() => ({ input: z.strictObject(matchingUsers), output: z.array(SentId) })),
  /**
   * Saves a decision about users in a review, or removes it (null), and returns the number of changed users. Keeps an
   * existing note unless there is a new one. Doesn’t change anything on GitLab.
   */
  decide: adminOperation(() => ({
    input: z.strictObject({
      review: z.int(),
      users: z.union([
        z.array(SentId).min(1).max(reviewRowsAtOnce),
        z.strictObject({ filters, decided }),
      ]),
      decision: z.enum(reviewDecisions).nullable(),
      note: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: z.object({ changed: z.number() }),
  })),
  /** The IDs of the users who own the matching credentials. */
  ownerIds: adminOperation(() => ({
    input: z.strictObject(matchingCredentials),
    output: z.array(SentId),
  })),
}
