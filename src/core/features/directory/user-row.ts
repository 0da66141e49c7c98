import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { isInternal, isProjectBot } from '../../../shared/rules/moderation.ts'
import {
  type AnswerName,
  answerName,
  answersByKind,
  directoryEntryFields,
  userFields,
} from '../../../shared/rules/user-fields.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/rules/viewed-activity.ts'
import { nameKey, normalizeForSearch } from '../../list-copy/normalize-for-search.ts'
import { toSortableTime } from '../../platform/time/sortable-time.ts'
import { noteLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'

type Text = string | null
type Flag = 0 | 1 | null

/** The fields that have their own columns. */
const copiedFields = [
  ...directoryEntryFields.filter((name) => name !== 'id'),
  ...(['auditor', 'avatar_url'] as const),
]
const readers = answersByKind(
  copiedFields,
  { flag: toFlag, number: toNumber, moment: toIsoTime },
  toText,
)
/** Times are in ISO 8601 and UTC with milliseconds, so that they sort as text; days are `YYYY-MM-DD`. */
type CopiedColumns = { [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]> }
const copiedColumns = Object.keys(readers) as (keyof CopiedColumns)[]

/** A user in the copy. Fields that the response lacks or leaves empty are null. */
export interface DirectoryUserRow extends CopiedColumns {
  id: number
  username: string
  name: string
  state: string
  /** Pairs of provider and UID as JSON; null if there are none. */
  identities: Text
  /** Provider names, for sorting. */
  providers: Text
  /** Whether the email address is confirmed; null if the service doesn't report it. */
  confirmed: Flag
  /** The website, or the first link in the bio; empty if there is none, null if the service doesn't report it. */
  profile_link: Text
  /** Whether an administrator created the account; null if the service doesn't report it. */
  created_by_admin: Flag
  /** The day on which an approval was noticed, because GitLab doesn't report it; null if there was none. */
  approved_on: Text
  // Derived from the other columns for search and filters.
  name_key: string
  username_key: string
  email_key: Text
  internal: 0 | 1
  project_bot: 0 | 1
}

/** All columns except the ID in the order they are written, with their SQLite types. */
export const columnTypes = {
  ...answersByKind(copiedFields, { flag: 'INTEGER', number: 'INTEGER' }, 'TEXT'),
  username: 'TEXT NOT NULL',
  name: 'TEXT NOT NULL',
  state: 'TEXT NOT NULL',
  identities: 'TEXT CHECK (json_valid(identities))',
  providers: 'TEXT',
  confirmed: 'INTEGER',
  profile_link: 'TEXT',
  created_by_admin: 'INTEGER',
  approved_on: 'TEXT',
  name_key: 'TEXT NOT NULL',
  username_key: 'TEXT NOT NULL',
  email_key: 'TEXT',
  internal: 'INTEGER NOT NULL',
  project_bot: 'INTEGER NOT NULL',
} satisfies Record<Exclude<keyof DirectoryUserRow, 'id'>, string>

export const rowColumns = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

/**
 * Builds a row from a response. Fields that the response lacks keep their values, and a last activity that “View as”
 * caused is replaced with the user's own.
 */
export function toRow(
  user: AdminListUser,
  before?: DirectoryUserRow,
  viewed?: ViewedActivity,
): DirectoryUserRow {
  const columns = {} as CopiedColumns
  for (const column of copiedColumns) {
    const read = readers[column] as typeof toText
    columns[column as 'email'] = read(user[column] as Text, before?.[column] as Text)
  }
  const { email } = columns
  const identities = toIdentities(user)
  return {
    ...columns,
    id: user.id,
    username: truncate(user.username, maxKeyLength),
    name: truncate(user.name, maxKeyLength),
    state: user.state,
    last_activity_on: toText(ownActivity(user.last_activity_on, viewed), before?.last_activity_on),
    ...(identities === undefined && before
      ? { identities: before.identities, providers: before.providers }
      : identityColumns(identities ?? [])),
    confirmed:
      user.confirmed_at === undefined ? (before?.confirmed ?? null) : user.confirmed_at ? 1 : 0,
    profile_link: profileLink(user) ?? before?.profile_link ?? null,
    created_by_admin: toFlag(
      user.created_by === undefined ? undefined : user.created_by !== null,
      before?.created_by_admin,
    ),
    approved_on: before?.approved_on ?? null,
    name_key: nameKey(truncate(user.name, maxKeyLength)),
    username_key: searchKey(user.username),
    email_key: email === null ? null : searchKey(email),
    internal: isInternal({ ...user, bot: user.bot ?? (before && toBoolean(before.bot)) }) ? 1 : 0,
    project_bot: isProjectBot(user.username) ? 1 : 0,
  }
}

/** The day on which a user was approved, if they have been updated at a certain time (ms since 1970). */
export function approvalDay(
  before: Pick<DirectoryUserRow, 'state' | 'approved_on'> | undefined,
  state: string,
  now: number,
): Text {
  const isApproved = before?.state === 'blocked_pending_approval' && state === 'active'
  return isApproved ? new Date(now).toISOString().slice(0, 10) : (before?.approved_on ?? null)
}

/** Longer than any text of a user. Pages and exports would otherwise fill the memory. */
const maxTextLength = noteLimit
/** Longer than any real name or address. Every search reads all users' keys, so they must be limited. */
const maxKeyLength = 1_000

function searchKey(text: string): string {
  return normalizeForSearch(truncate(text, maxKeyLength))
}

/** Longer links are truncated, because they are only displayed. */
const maxLinkLength = 200

function profileLink({ bio, website_url }: AdminListUser): string | undefined {
  if (bio === undefined && website_url === undefined) return undefined
  const link = website_url?.trim() || /(?:https?:\/\/|www\.)\S+/i.exec(bio ?? '')?.[0]
  return truncate(link ?? '', maxLinkLength)
}

/** Whether a response has admin fields. Public responses include neither of these two. */
export function hasAdminFields(user: object): boolean {
  return 'email' in user || 'is_admin' in user
}

type FieldColumns = Pick<DirectoryEntry, AnswerName<(typeof directoryEntryFields)[number]>>

/** Converts a row for display. */
export function toEntry(row: DirectoryUserRow): DirectoryEntry {
  const columns = directoryEntryFields.map((name) => {
    const value = row[answerName(name)]
    return [answerName(name), userFields[name].kind === 'flag' ? toBoolean(value as Flag) : value]
  })
  return {
    ...(Object.fromEntries(columns) as FieldColumns),
    identities:
      row.identities === null ? [] : parseIdentities(row.identities).map(([name]) => name),
    email_confirmed: toBoolean(row.confirmed),
    email_domain: row.email?.split('@').at(-1) ?? null,
  }
}

function parseIdentities(identities: string): [string, string][] {
  return JSON.parse(identities) as [string, string][]
}

/**
 * Pairs of provider and UID. SCIM identities have the provider `scim`, as in the service's filters. Undefined if the
 * response has none.
 */
function toIdentities({
  identities,
  scim_identities,
}: AdminListUser): [string, string][] | undefined {
  if (!identities && !scim_identities) return identities === undefined ? undefined : []
  return [
    ...(identities ?? []).map(toPair),
    ...(scim_identities ?? []).map(({ extern_uid }) => toPair({ provider: 'scim', extern_uid })),
  ]
}

function toPair({
  provider,
  extern_uid,
}: {
  provider?: Text | undefined
  extern_uid?: Text | undefined
}): [string, string] {
  return [truncate(provider ?? '', maxKeyLength), truncate(extern_uid ?? '', maxKeyLength)]
}

function identityColumns(pairs: readonly [string, string][]) {
  if (pairs.length === 0) return { identities: null, providers: null }
  return {
    identities: JSON.stringify(pairs),
    providers: pairs.map(([provider]) => provider).join(', '),
  }
}

function toText(value: Text | undefined, before: Text = null): Text {
  // guard: directory-texts
  const text = value && truncate(value, maxTextLength)
  return text === undefined ? before : text || null
}

function toFlag(value: boolean | null | undefined, before: Flag = null): Flag {
  if (value === undefined) return before
  return value === null ? null : value ? 1 : 0
}

function toNumber(value: number | null | undefined, before: number | null = null): number | null {
  return value === undefined ? before : value
}

function toIsoTime(value: Text | undefined, before: Text = null): Text {
  if (value === undefined) return before
  return value !== null && isoInUtc.test(value) ? value : toSortableTime(value)
}

/** Already in the stored format, so it needs no conversion. */
const isoInUtc = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/

function toBoolean(flag: Flag): boolean | null {
  return flag === null ? null : flag === 1
}
