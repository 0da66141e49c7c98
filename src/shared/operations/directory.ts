import { z } from 'zod'
import { directoryChangeKinds } from '../rules/directory-changes.ts'
import { defaultBurst, spamReasons } from '../rules/spam.ts'
import { upTo } from '../gitlab/validation.ts'
import { LastActivity } from '../gitlab/current-user.ts'
import { SentDate, SentId, SentText } from '../gitlab/fields.ts'
import { queueActions } from '../rules/moderation.ts'
import {
  labelLimit,
  nameLimit,
  usersPerPage,
  searchLimit,
  selectionLimit,
  spamSelectionLimit,
} from '../rules/limits.ts'
import { directoryColumns, exactMatches, serverFilters } from '../rules/directory-columns.ts'
import { answersByKind, directoryEntryFields } from '../rules/user-fields.ts'
import { CarriedFailure, adminOperation } from './operation.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** A row of the directory: a user from the administrators’ list. Missing fields are null. */
export const DirectoryEntry = z.lazy(() =>
  z.object({
    ...answersByKind(directoryEntryFields, { flag, number: z.number().nullable() }, text),
    id: z.number(),
    username: z.string(),
    name: z.string(),
    /** An open set. */
    state: z.string(),
    /** The providers' names. */
    identities: z.array(z.string()),
    email_confirmed: flag,
    email_domain: text,
    /** The unfinished queued action. */
    pending: z.enum(queueActions).optional(),
    /** The field that matches the search exactly; absent for rows that only contain or resemble it. */
    exact: z.enum(exactMatches).optional(),
    /** The user this one is easily mistaken for. */
    look_alike: z.object({ id: z.number(), username: z.string() }).optional(),
  }),
)
export type DirectoryEntry = z.output<typeof DirectoryEntry>

const yes = z.literal(true).optional()
const either = z.boolean().optional()
const day = SentDate.optional()

/** Filters for a list: those of GET /users, and some that only the local copy supports. */
export const DirectoryFilter = z.strictObject({
  /** Part of a name, username or email address, or an ID. Exact matches come first. */
  search: z.string().max(searchLimit).optional(),
  /** Exact match, ignoring case. */
  username: z.string().max(nameLimit).optional(),
  /** Users in any of these states. */
  states: z.array(z.string().max(64)).max(20).optional(),
  blocked: yes,
  exclude_internal: yes,
  without_project_bots: yes,
  created_after: day,
  created_before: day,
  extern_uid: z.string().max(nameLimit).optional(),
  provider: z.string().max(nameLimit).optional(),
  two_factor: z.enum(['enabled', 'disabled']).optional(),
  // True for only these users, false for all others.
  active: either,
  external: either,
  humans: either,
  admins: either,
  // Only the instance can evaluate these.
  without_projects: yes,
  auditors: yes,
  saml_provider_id: z.int().positive().optional(),
  custom_attributes: z.record(z.string().max(nameLimit), z.string().max(nameLimit)).optional(),
  skip_ldap: yes,
  // Only the local copy can evaluate these.
  ids: z.array(SentId).max(selectionLimit).optional(),
  bots: either,
  locked: either,
  /** The domain of the email address, without subdomains. */
  domain: z.string().max(nameLimit).optional(),
  /** Last active on or after this day. */
  active_after: day,
  /** Last active before this day. For users who were never active, the creation date counts. */
  active_before: day,
  /** Inactive for at least this many days. For users who were never active, the creation date counts. */
  inactive_days: z.int().min(1).max(36_500).optional(),
  has_identity: either,
})
export type DirectoryFilter = z.output<typeof DirectoryFilter>

export const DirectoryChange = z.object({
  /** When Latchkey detected the change, in milliseconds since 1970. */
  at: z.number(),
  kind: z.enum(directoryChangeKinds),
  id: z.number(),
  username: z.string(),
  /** The old and new state, for `returned` and `state`. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Whether the change is in the account's audit log on this computer. */
  isOwn: yes,
})
export type DirectoryChange = z.output<typeof DirectoryChange>

const changesFilter = {
  /** Empty for all kinds. */
  kinds: z.array(z.enum(directoryChangeKinds)).max(directoryChangeKinds.length).default([]),
  /** Only changes detected within this many days. */
  days: z.int().min(1).max(10_000).optional(),
  /** Only changes made elsewhere. */
  isByOthers: z.boolean().default(false),
}

const spamFilter = {
  /** All of these must apply. */
  reasons: z.array(z.enum(spamReasons)).max(spamReasons.length).default([]),
  /** The minimum number of reasons. */
  least: z.int().min(1).max(spamReasons.length).default(2),
  /** The maximum number of days since the sign-up; null for no limit. */
  maxAgeDays: z.int().min(1).max(10_000).nullable().default(30),
  burst: z.int().min(2).max(1000).default(defaultBurst),
}

const order = {
  order_by: z.enum(directoryColumns).default('id'),
  sort: z.enum(['asc', 'desc']).default('desc'),
}

/** The sort order of the list in which the users were selected. Defaults to the order by ID. */
const listOrder = z.lazy(() =>
  z.strictObject({ order_by: z.enum(directoryColumns), sort: z.enum(['asc', 'desc']) }).optional(),
)

/** A selection of users: individual ones, or all that match a filter, with exceptions. */
export const Selection = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('users'),
      ids: z.array(SentId).max(selectionLimit),
      order: listOrder,
    }),
    z.strictObject({
      kind: z.literal('matching'),
      filter: DirectoryFilter,
      except: z.array(SentId).max(selectionLimit),
      order: listOrder,
    }),
  ]),
)
export type Selection = z.output<typeof Selection>

/** The state of the local copy. */
export const DirectoryState = z.lazy(() =>
  z.object({
    /** `none` before the first sync, `reading` during a sync, `whole` after a complete sync. */
    phase: z.enum(['none', 'reading', 'whole', 'stopped']),
    /** The number of users in the copy. */
    known: z.number(),
    /**
     * The time up to which the copy includes changes, in milliseconds since 1970; absent before the first complete sync.
     */
    asOf: z.number().optional(),
    /** The time of the last complete full sync, which also removed deleted users. */
    allUsersAsOf: z.number().optional(),
    /** What the current sync is loading. */
    reading: z.enum(['allUsers', 'changes']).optional(),
    /** The number of users that a full sync has loaded so far, if an earlier one was complete. */
    loadedCount: z.number().optional(),
    /** The number of entries that couldn't be parsed and are missing from the copy or outdated. */
    skipped: z.number().optional(),
    /** Why the last sync stopped. */
    failure: CarriedFailure.optional(),
  }),
)
export type DirectoryState = z.output<typeof DirectoryState>

export const DirectoryView = z.object({
  id: z.string(),
  name: z.string(),
  filter: DirectoryFilter,
  order_by: z.enum(directoryColumns),
  sort: z.enum(['asc', 'desc']),
  columns: z.array(z.enum(directoryColumns)),
})
export type DirectoryView = z.output<typeof DirectoryView>

export const directory = {
  /** Returns the rows from `offset` to `offset + limit` of the local copy. Starts a sync if there is no copy. */
  search: adminOperation(() => ({
    input: z.strictObject({
      filter: DirectoryFilter.default({}),
      ...order,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(usersPerPage).default(usersPerPage),
      /**
       * Whether to list similar users if none match the search. They don't match the filter, so exports and actions
       * never include them.
       */
      similar: yes,
    }),
    output: z.object({
      items: z.array(DirectoryEntry),
      /** The number of matching users in the copy. */
      total: z.number(),
      /** Whether no user matches the search and the listed users are only similar. */
      similar: yes,
      /** Filters that the instance ignores, so they can’t be used to select users. */
      ignored: z.array(z.enum(serverFilters)).optional(),
      state: DirectoryState,
    }),
  })),
  /**
   * Counts the users who match each filter; null before the first complete sync. Fails if the instance ignores one of
   * the filters.
   */
  count: adminOperation(() => ({
    input: z.strictObject({ filters: z.array(DirectoryFilter).max(30) }),
    output: z.array(z.number().nullable()),
  })),
  /** Finds the previous and next user in a list. */
  neighbours: adminOperation(() => ({
    input: z.strictObject({ filter: DirectoryFilter.default({}), ...order, id: SentId }),
    output: z.object({
      previous: z.number().optional(),
      next: z.number().optional(),
      /** Starts at 1; absent if the user is not in the list. */
      position: z.number().optional(),
      total: z.number(),
    }),
  })),
  /** Finds a user in the local copy, online or offline; absent if unknown. */
  user: adminOperation(() => ({
    input: z.strictObject({ id: SentId }),
    output: z.object({
      user: DirectoryEntry.optional(),
      /**
       * The row is current at least up to this time, in milliseconds since 1970. It may be more recent than the list.
       */
      asOf: z.number().optional(),
    }),
  })),
  /**
   * The users in the copy who were active on or after a day, oldest activity first; absent before the first complete
   * sync.
   */
  activities: adminOperation(() => ({
    input: z.strictObject({ from: SentDate }),
    output: z.object({ entries: z.array(LastActivity).optional(), state: DirectoryState }),
  })),
  state: adminOperation(() => ({ input: z.strictObject({}), output: DirectoryState })),
  /**
   * Starts an incremental sync. The sync is a full one if requested, if it is the first, or if the last full sync is 20
   * hours old. Returns immediately, and the event `directory` reports progress.
   */
  read: adminOperation(() => ({
    input: z.strictObject({ allUsers: z.literal(true).optional() }),
    output: DirectoryState,
  })),
  /**
   * Loads the latest changes before users are selected, unless the last sync ended less than 10 seconds ago. Returns
   * when done, or after 10 seconds while the sync continues.
   */
  update: adminOperation(() => ({ input: z.strictObject({}), output: DirectoryState })),
  /** Stops a sync, keeping the users loaded so far. */
  stop: adminOperation(() => ({ input: z.strictObject({}), output: DirectoryState })),
  /** Exports the selected columns of all matching users as a file for spreadsheets or scripts. */
  export: adminOperation(() => ({
    input: z.strictObject({
      filter: DirectoryFilter.default({}),
      /** Only these users, regardless of the filter. */
      selection: Selection.optional(),
      ...order,
      columns: z.array(z.enum(directoryColumns)).min(1),
      format: z.enum(['csv', 'json']),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  })),
  /** Lists changes to users since the first full sync, newest first. */
  changes: adminOperation(() => ({
    input: z.strictObject({
      ...changesFilter,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(usersPerPage).default(usersPerPage),
    }),
    output: z.object({
      items: z.array(DirectoryChange),
      total: z.number(),
      counts: z.record(z.enum(directoryChangeKinds), z.number()),
      /** Kinds of which only the newest changes are kept, so there were more. */
      cut: z.array(z.enum(directoryChangeKinds)),
      /** The time of the first full sync, in milliseconds since 1970; absent before it. */
      since: z.number().optional(),
      state: DirectoryState,
    }),
  })),
  /** Exports the matching changes as a file for spreadsheets. */
  exportChanges: adminOperation(() => ({
    input: z.strictObject(changesFilter),
    output: z.object({ filename: z.string(), text: z.string() }),
  })),
  /**
   * Lists likely spam accounts with the reasons, for an administrator to review. Accounts with the most reasons come
   * first.
   */
  spamSweep: adminOperation(() => ({
    input: z.strictObject({
      ...spamFilter,
      /** Whether to list the users marked as not spam instead. */
      areMarkedShown: z.boolean().default(false),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(usersPerPage).default(usersPerPage),
    }),
    output: z.object({
      items: z.array(
        z.object({
          user: DirectoryEntry,
          reasons: z.array(z.enum(spamReasons)),
          /** The link in the user's profile. */
          link: z.string().optional(),
          /** The email domain of a burst, and the number of users who signed up with it within a day. */
          burst: z.object({ domain: z.string(), count: z.number() }).optional(),
        }),
      ),
      total: z.number(),
      /** The number of users per reason. */
      counts: z.record(z.enum(['all', ...spamReasons]), z.number()),
      /** The number of users marked as not spam. */
      marked: z.number(),
      /** Reasons that can't be checked, because the instance’s list lacks the fields. */
      unknown: z.array(z.enum(spamReasons)),
      state: DirectoryState,
    }),
  })),
  /** The IDs of all users in a sweep. */
  spamCandidates: adminOperation(() => ({
    input: z.strictObject(spamFilter),
    output: z.array(z.number()),
  })),
  /** Marks users as not spam, or removes the mark. */
  markSpam: adminOperation(() => ({
    input: z.strictObject({
      ids: z.array(SentId).max(spamSelectionLimit),
      isSpam: z.boolean(),
    }),
    output: z.object({}),
  })),
  /** Saved views. */
  views: adminOperation(() => ({ input: z.strictObject({}), output: z.array(DirectoryView) })),
  /** Saves a view, replacing the one with the same ID. */
  saveView: adminOperation(() => ({
    input: DirectoryView.extend({
      id: z.string().max(64).optional(),
      name: SentText.refine(...upTo(labelLimit)),
    }),
    output: z.array(DirectoryView),
  })),
  removeView: adminOperation(() => ({
    input: z.strictObject({ id: z.string().max(64) }),
    output: z.array(DirectoryView),
  })),
}
