import { z } from 'zod'
import {
  credentialColumns,
  credentialFilters,
  credentialKinds,
  decisionFilters,
  itemColumns,
  itemDecisionFilters,
  itemDecisions,
  itemFindings,
  itemKinds,
  remediationStates,
  reviewCadences,
  reviewColumns,
  reviewDecisions,
  reviewFilters,
  reviewParts,
  reviewSubjects,
  reviewedFields,
  undecidedOutcomes,
} from '../rules/review.ts'
import { answersByKind } from '../rules/user-fields.ts'
import { SentDate, SentId } from '../gitlab/fields.ts'
import {
  answersLimit,
  nameLimit,
  onboardingTextLimit,
  reasonLimit,
  reviewItemIdLimit,
  reviewRowsAtOnce,
  reviewersLimit,
  searchLimit,
} from '../rules/limits.ts'
import { upTo } from '../gitlab/validation.ts'
import { credentialFields } from './credentials.ts'
import { Selection } from './directory.ts'
import { JobSummary } from './jobs.ts'
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

const name = z
  .string()
  .trim()
  .min(1)
  .refine(...upTo(nameLimit))

/** Somebody who decides about items of a review. */
const Reviewer = z.strictObject({ name, email: z.email().max(nameLimit) })
export type Reviewer = z.output<typeof Reviewer>

/** What can be changed about a review after its start. */
export const ReviewPlan = z.strictObject({
  /** `YYYY-MM-DD` */
  due: SentDate.optional(),
  reviewers: z.array(Reviewer).max(reviewersLimit),
  undecided: z.enum(undecidedOutcomes),
  /** After how many months the next review is proposed. */
  cadence: z.literal(reviewCadences).optional(),
})
export type ReviewPlan = z.output<typeof ReviewPlan>

/** What a review is about, which is fixed when it starts. */
export const ReviewScope = z.strictObject({
  subjects: z.array(z.enum(reviewSubjects)).min(1).max(reviewSubjects.length),
  /** Everyone with access to this group and what is inside it, instead of selected users. */
  group: z.strictObject({ id: SentId, path: z.string().max(reviewItemIdLimit) }).optional(),
  /** The name of the saved view that the users matched. */
  view: name.optional(),
  /** The review that this one repeats. */
  follows: z.int().optional(),
})
export type ReviewScope = z.output<typeof ReviewScope>

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
    plan: ReviewPlan.optional(),
    scope: ReviewScope.optional(),
    /** The users that were selected, for a repetition; absent for a group. */
    selection: Selection.optional(),
    /** Groups and projects: how many there are, were read, and could be read only in part. Absent if none are read. */
    places: z
      .object({
        total: z.number(),
        read: z.number(),
        incomplete: z.number(),
        /** Whether the instance doesn’t list them, so that only direct memberships are known. */
        isUnlisted: z.boolean(),
        /** Members of these groups and projects who aren’t among the review’s users; 0 in the list of reviews. */
        outsiders: z.number(),
      })
      .optional(),
    /** Who closed it and when; decisions can’t be changed anymore. */
    closed: z.object({ by: z.string(), at: z.number() }).optional(),
    /** When the next review is due (`YYYY-MM-DD`); absent unless it is closed and repeats. */
    next: z.string().optional(),
  }),
)
export type ReviewState = z.output<typeof ReviewState>

/** The ID of a review; the newest one if absent. */
const review = z.int().optional()
const reviewInput = z.strictObject({ review })
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

/** Where answers came from: who imported their file when, and the key that signed it. */
export const AnswerSource = z.object({
  importedBy: z.string(),
  at: z.number(),
  /** The fingerprint of the reviewer’s SSH key, as GitLab listed it; absent if the file wasn’t signed. */
  signedWith: z.string().optional(),
})
export type AnswerSource = z.output<typeof AnswerSource>

const itemDecision = z.object({
  decision: z.enum(itemDecisions),
  /** Empty if absent. */
  note: z.string(),
  by: z.string(),
  at: z.number(),
  /** The role to change to. */
  level: z.number().optional(),
  /** The file that it came from; absent if it was made here. */
  source: AnswerSource.optional(),
})
export type ReviewItemDecision = z.output<typeof itemDecision>

/** Something that a user has or can access, to decide about. */
export const ReviewItem = z.lazy(() =>
  z.object({
    id: z.string(),
    kind: z.enum(itemKinds),
    /** The user; null for a group or project that couldn’t be read. */
    user: z.number().nullable(),
    username: text,
    name: text,
    /** The path of the group or project, the title of a key, or the name of a token. */
    title: z.string(),
    source_type: z.enum(['Namespace', 'Project']).nullable(),
    source: z.number().nullable(),
    level: z.number().nullable(),
    expires_at: text,
    /** Where inherited or shared access comes from, or what couldn’t be read. */
    origin: text,
    findings: z.array(z.enum(itemFindings)),
    /** Null while undecided. */
    decided: itemDecision.nullable(),
    /** What came of the decision; null if there is nothing to carry out. */
    remediation: z
      .object({ state: z.enum(remediationStates), text: z.string().optional() })
      .nullable(),
  }),
)
export type ReviewItem = z.output<typeof ReviewItem>

const matchingItems = {
  review,
  kinds: z.array(z.enum(itemKinds)).max(itemKinds.length).default([]),
  findings: z.array(z.enum(itemFindings)).max(itemFindings.length).default([]),
  decided: z.enum(itemDecisionFilters).optional(),
  remediation: z.enum(remediationStates).optional(),
  /** Only this user’s. */
  user: SentId.optional(),
  /** Part of a username, a name, or a title. */
  search: z.string().max(searchLimit).optional(),
}
const itemList = { ...matchingItems, order_by: z.enum(itemColumns).default('username') }
const itemIds = z.array(z.string().max(reviewItemIdLimit)).min(1).max(reviewRowsAtOnce)

/** Numbers of items in an entire review. */
const ItemCounts = z.lazy(() =>
  z.object({
    total: z.number(),
    kinds: z.record(z.enum(itemKinds), z.number()),
    decisions: z.record(z.enum(itemDecisionFilters), z.number()),
    findings: z.record(z.enum(itemFindings), z.number()),
    remediation: z.record(z.enum(remediationStates), z.number()),
  }),
)
export type ItemCounts = z.output<typeof ItemCounts>

/** What carrying out a closed review would do. */
export const RemediationPreview = z.lazy(() =>
  z.object({
    affectedCount: z.number(),
    users: z.number(),
    kinds: z.record(z.enum(itemKinds), z.number()),
    sample: z.array(ReviewItem),
    /** Decisions that can’t be carried out from here. */
    skipped: z.array(z.object({ why: z.string(), count: z.number(), sample: z.array(ReviewItem) })),
    ceiling: z.object({ left: z.number(), failure: CarriedFailure }).optional(),
  }),
)
export type RemediationPreview = z.output<typeof RemediationPreview>

/** How a review is split into parts for its reviewers. */
export const PartSplit = z.lazy(() =>
  z.discriminatedUnion('by', [
    /** One part with everything, for this reviewer. */
    z.strictObject({ by: z.literal('reviewer'), reviewer: Reviewer }),
    /** By the owners of each group or project, as the review read them. */
    z.strictObject({ by: z.literal('owner') }),
    /** By a custom attribute of each user: the username or email of the reviewer. */
    z.strictObject({ by: z.literal('attribute'), attribute: name }),
    /** By a CSV file with the columns `user` (a username) or `group` (a path), and `reviewer` (an email). */
    z.strictObject({ by: z.literal('map'), text: z.string().max(onboardingTextLimit) }),
  ]),
)
export type PartSplit = z.output<typeof PartSplit>

/** The items that one reviewer decides about, without this app. */
export const ReviewersPart = z.lazy(() =>
  z.object({
    id: z.string(),
    /** Empty for the items that nobody was found for. */
    name: z.string(),
    email: z.string(),
    created: z.number(),
    items: z.number(),
    /** The number of items with a decision. */
    decided: z.number(),
    imported: AnswerSource.optional(),
  }),
)
export type ReviewersPart = z.output<typeof ReviewersPart>

/** Files with a reviewer’s answers: JSON or CSV, and a signature. */
const answerFiles = z
  .array(z.strictObject({ name: z.string().max(1000), text: z.string().max(answersLimit) }))
  .min(1)
  .max(2)

/** What a file of answers would change. */
export const AnswersPreview = z.lazy(() =>
  z.object({
    part: ReviewersPart,
    answers: z.record(z.enum(itemDecisions), z.number()),
    unanswered: z.number(),
    /** Answers that replace another decision. */
    replaced: z.number(),
    /** Answers about access that changed since the part was made; these are asked again. */
    outdated: z.array(z.object({ line: z.number(), item: z.string(), title: z.string() })),
    /** Why the file can’t be imported: lines with unknown items, second answers, or invalid decisions. */
    problems: z.array(z.object({ line: z.number(), text: z.string() })),
    signature: z.object({
      state: z.enum(['unsigned', 'valid', 'invalid']),
      /** The fingerprint of the key, or why the signature is invalid. */
      text: z.string(),
    }),
    /** Identifies what was previewed. */
    hash: z.string(),
  }),
)
export type AnswersPreview = z.output<typeof AnswersPreview>

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
  /** The sizes of the lists that a review reads, to estimate how many requests it takes. Null if unknown. */
  sizes: adminOperation(() => ({
    input: z.strictObject({ group: SentId.optional() }),
    output: z.object({
      /** 0 if the instance has no list of personal access tokens. */
      tokenPages: z.number().nullable(),
      groups: z.number().nullable(),
      projects: z.number().nullable(),
    }),
  })),
  /** Finds a group by its full path. */
  findGroup: adminOperation(() => ({
    input: z.strictObject({ path: z.string().trim().min(1).max(reviewItemIdLimit) }),
    output: z.object({ id: z.number(), path: z.string() }),
  })),
  /** Starts a review of these users, or of a group’s members. Earlier reviews are kept. */
  start: adminOperation(() => ({
    input: z.strictObject({
      selection: Selection.optional(),
      name: name.optional(),
      scope: ReviewScope.default({ subjects: [...reviewSubjects] }),
      plan: ReviewPlan.default({ reviewers: [], undecided: 'exception' }),
    }),
    output: ReviewState,
  })),
  /** Changes a review’s due date, reviewers, or cadence. */
  setPlan: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), plan: ReviewPlan }),
    output: ReviewState,
  })),
  /** Reads all users, groups, and projects again, to see what has changed since. Keeps all decisions. */
  readAgain: adminOperation(() => ({
    input: z.strictObject({ review: z.int() }),
    output: ReviewState,
  })),
  /** Ends deciding. Requires that everything was read or that reading has been stopped. */
  close: adminOperation(() => ({
    input: z.strictObject({ review: z.int() }),
    output: ReviewState,
  })),
  items: adminOperation(() => ({
    input: z.strictObject({ ...itemList, ...page }),
    output: z.object({
      items: z.array(ReviewItem),
      total: z.number(),
      counts: ItemCounts,
    }),
  })),
  exportItems: adminOperation(() => ({
    input: z.strictObject({ ...itemList, format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  })),
  /**
   * Saves a decision about items, or removes it (null), and returns the number of changed items. Keeps an existing note
   * unless there is a new one. Doesn’t change anything on GitLab.
   */
  decideItems: adminOperation(() => ({
    input: z.strictObject({
      review: z.int(),
      items: z.union([itemIds, z.strictObject(matchingItems).omit({ review: true })]),
      decision: z.enum(itemDecisions).nullable(),
      /** The role to change a direct membership to. */
      level: z.int().min(0).max(50).optional(),
      note: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: z.object({ changed: z.number() }),
  })),
  parts: adminOperation(() => ({ input: reviewInput, output: z.array(ReviewersPart) })),
  /** Splits the undecided items into parts. Earlier parts without answers are replaced. */
  split: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), split: PartSplit }),
    output: z.array(ReviewersPart),
  })),
  exportPart: adminOperation(() => ({
    input: z.strictObject({
      review: z.int(),
      part: z.string().max(nameLimit),
      format: z.enum(['html', 'csv']),
    }),
    output: SavedFiles,
  })),
  /** Compares a reviewer’s answers with the part that was made here. Changes nothing. */
  previewAnswers: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), files: answerFiles }),
    output: AnswersPreview,
  })),
  /** Takes a reviewer’s answers over. Fails if they or the part are not as previewed. */
  importAnswers: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), files: answerFiles, hash: z.string().max(100) }),
    output: z.object({ changed: z.number() }),
  })),
  /** The evidence for an auditor as a ZIP file; signed with an SSH key of this computer if its fingerprint is given. */
  pack: adminOperation(() => ({
    input: z.strictObject({ review: z.int(), signWith: z.string().max(nameLimit).optional() }),
    output: SavedFiles,
  })),
  previewRemediation: adminOperation(() => ({
    input: z.strictObject({ review: z.int() }),
    output: RemediationPreview,
  })),
  /** Queues what was decided in a closed review. Fails if the preview is outdated. */
  carryOut: adminOperation(() => ({
    input: z.strictObject({
      review: z.int(),
      affectedCount: z.int(),
      reason: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: JobSummary,
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
