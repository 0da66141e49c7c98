import { z } from 'zod'
import { tooLong } from '../validation.ts'
import { Activity } from '../service/current-user.ts'
import { SentDate, SentId, SentText } from '../service/fields.ts'
import { moderationActions } from '../moderation.ts'
import { labelLimit, nameLimit, peopleAtOnce, searchLimit } from '../limits.ts'
import { directoryColumns, exactMatches, serverFilters } from './directory-columns.ts'
import { CarriedFailure, adminOperation } from './operation.ts'

const text = z.string().nullable()
const flag = z.boolean().nullable()

/** One row of the directory: what the administrator's list says of a person, null where it says nothing. */
export const DirectoryEntry = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  /** An open set. */
  state: z.string(),
  email: text,
  is_admin: flag,
  two_factor_enabled: flag,
  /** `YYYY-MM-DD` */
  last_activity_on: text,
  last_sign_in_at: text,
  created_at: text,
  external: flag,
  bot: flag,
  locked: flag,
  /** Names of the providers. */
  identities: z.array(z.string()),
  using_license_seat: flag,
  projects_limit: z.number().nullable(),
  note: text,
  web_url: text,
  /** What is queued for them and not finished yet. */
  pending: z.enum(moderationActions).optional(),
  /** What the search names exactly; only such a row is surely who was meant. */
  exact: z.enum(exactMatches).optional(),
})
export type DirectoryEntry = z.output<typeof DirectoryEntry>

const yes = z.literal(true).optional()
const either = z.boolean().optional()
const day = SentDate.optional()

/** What is asked of the list; every filter of GET /users, and what Latchkey adds from its own copy. */
export const DirectoryFilter = z.strictObject({
  /** Part of a name, username or email address, or an ID; who is named exactly comes first. */
  search: z.string().max(searchLimit).optional(),
  /** Exactly this one, in any case. */
  username: z.string().max(nameLimit).optional(),
  /** Any of these. */
  states: z.array(z.string().max(64)).max(20).optional(),
  active: yes,
  blocked: yes,
  external: yes,
  humans: yes,
  exclude_active: yes,
  exclude_external: yes,
  exclude_humans: yes,
  exclude_internal: yes,
  without_project_bots: yes,
  created_after: day,
  created_before: day,
  extern_uid: z.string().max(nameLimit).optional(),
  provider: z.string().max(nameLimit).optional(),
  two_factor: z.enum(['enabled', 'disabled']).optional(),
  admins: yes,
  // What the copy cannot tell is asked of the service.
  without_projects: yes,
  auditors: yes,
  saml_provider_id: z.int().positive().optional(),
  custom_attributes: z.record(z.string().max(nameLimit), z.string().max(nameLimit)).optional(),
  skip_ldap: yes,
  // What the service cannot tell.
  bots: either,
  /** Not seen for more than so many days; who was never seen counts from creation. */
  inactive_days: z.int().min(1).max(36_500).optional(),
  has_identity: either,
})
export type DirectoryFilter = z.output<typeof DirectoryFilter>

const order = {
  order_by: z.enum(directoryColumns).default('id'),
  sort: z.enum(['asc', 'desc']).default('desc'),
}

/** People of the directory: one by one, or all that a filter finds but some. */
export const Selection = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('people'), ids: z.array(SentId).max(100_000) }),
  z.strictObject({
    kind: z.literal('matching'),
    filter: DirectoryFilter,
    except: z.array(SentId).max(100_000),
  }),
])
export type Selection = z.output<typeof Selection>

/** How far the copy of the list is. */
export const DirectoryState = z.object({
  /** `none` before the first reading, `reading` while one runs, `whole` when the last one came to its end. */
  phase: z.enum(['none', 'reading', 'whole', 'stopped']),
  /** People in the copy. */
  known: z.number(),
  /** Up to when changes are known, in milliseconds since 1970; absent before the first whole reading. */
  asOf: z.number().optional(),
  /** When everybody was last read to the end, so that those who were deleted until then are gone from the copy. */
  everybodyAsOf: z.number().optional(),
  /** What the reading that runs asks for. */
  reading: z.enum(['everybody', 'changes']).optional(),
  /** How many a reading of everybody has brought so far, where a whole list is there already. */
  came: z.number().optional(),
  /** How many entries of the list could not be read and are not in the copy, or not as they are now. */
  skipped: z.number().optional(),
  /** Why the last reading stopped. */
  failure: CarriedFailure.optional(),
})
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
  /** Rows `offset` to `offset + limit`, from the copy on this machine; begins to read the list where there is none. */
  search: adminOperation({
    input: z.strictObject({
      filter: DirectoryFilter.default({}),
      ...order,
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(peopleAtOnce).default(peopleAtOnce),
    }),
    output: z.object({
      items: z.array(DirectoryEntry),
      /** How many match, in the copy as it is now. */
      total: z.number(),
      /** Filters that the service ignores: they narrow nothing, so nobody can be selected by them. */
      ignored: z.array(z.enum(serverFilters)).optional(),
      state: DirectoryState,
    }),
  }),
  /** How many match each of these filters; refused where the service ignores one of them. */
  count: adminOperation({
    input: z.strictObject({ filters: z.array(DirectoryFilter).max(30) }),
    output: z.array(z.number()),
  }),
  /** Who stands beside a person in a list. */
  neighbours: adminOperation({
    input: z.strictObject({ filter: DirectoryFilter.default({}), ...order, id: SentId }),
    output: z.object({
      previous: z.number().optional(),
      next: z.number().optional(),
      /** From 1; absent where the person is not in the list. */
      position: z.number().optional(),
      total: z.number(),
    }),
  }),
  /** Somebody as the copy has them, whatever the network does; nobody where it does not know them. */
  person: adminOperation({
    input: z.strictObject({ id: SentId }),
    output: z.object({
      person: DirectoryEntry.optional(),
      /** Since when at the latest, in milliseconds since 1970: they may be known better than the whole list is. */
      asOf: z.number().optional(),
    }),
  }),
  /** Who was active on a day or later, by the copy, oldest first; no entries where it was never whole. */
  activities: adminOperation({
    input: z.strictObject({ from: SentDate }),
    output: z.object({ entries: z.array(Activity).optional(), state: DirectoryState }),
  }),
  state: adminOperation({ input: z.strictObject({}), output: DirectoryState }),
  /**
   * Reads from the service who changed, or everybody where that was never done or is a day ago, or is wanted; answers at once, and
   * tells how it goes by the event `directory`.
   */
  read: adminOperation({
    input: z.strictObject({ everybody: z.literal(true).optional() }),
    output: DirectoryState,
  }),
  /** Ends a reading; what came so far stays. */
  stop: adminOperation({ input: z.strictObject({}), output: DirectoryState }),
  /** The chosen columns of all who match, as text for a spreadsheet or a program. */
  export: adminOperation({
    input: z.strictObject({
      filter: DirectoryFilter.default({}),
      /** These people alone, whatever the filter. */
      selection: Selection.optional(),
      ...order,
      columns: z.array(z.enum(directoryColumns)).min(1),
      format: z.enum(['csv', 'json']),
    }),
    output: z.object({ filename: z.string(), text: z.string() }),
  }),
  /** Lists that a person keeps, by name. */
  views: adminOperation({ input: z.strictObject({}), output: z.array(DirectoryView) }),
  /** Keeps a view; one of the same id is replaced. */
  saveView: adminOperation({
    input: DirectoryView.extend({
      id: z.string().max(64).optional(),
      name: SentText.refine((name) => name.length <= labelLimit, tooLong(labelLimit)),
    }),
    output: z.array(DirectoryView),
  }),
  removeView: adminOperation({
    input: z.strictObject({ id: z.string().max(64) }),
    output: z.array(DirectoryView),
  }),
}
