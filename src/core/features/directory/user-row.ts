import type { DirectoryEntry } from '../../../shared/app/directory.ts'
import { isInternal, isProjectBot } from '../../../shared/moderation.ts'
import type { AdminListUser } from '../../../shared/service/user-fields.ts'
import { type ViewedActivity, ownActivity } from '../../../shared/viewed-activity.ts'
import { normalizeForSearch } from './normalize-for-search.ts'
import { truncate } from '../../../shared/text-length.ts'

type Text = string | null
type Flag = 0 | 1 | null

/** A user in the copy. Fields that the service omits or leaves empty are null. */
export interface UserRow {
  id: number
  username: string
  name: string
  state: string
  email: Text
  is_admin: Flag
  is_auditor: Flag
  two_factor_enabled: Flag
  /** `YYYY-MM-DD` */
  last_activity_on: Text
  /** Times are ISO 8601 in UTC with milliseconds, so that they sort as texts. */
  last_sign_in_at: Text
  created_at: Text
  external: Flag
  bot: Flag
  locked: Flag
  /** JSON of pairs of provider and UID; null if there are none. */
  identities: Text
  /** Names of the providers, for sorting. */
  providers: Text
  using_license_seat: Flag
  projects_limit: number | null
  note: Text
  web_url: Text
  avatar_url: Text
  /** Whether the email address was confirmed; null where the service doesn’t say. */
  confirmed: Flag
  /** The website, or the first link of the bio; empty if there is none, null where the service doesn’t say. */
  profile_link: Text
  /** Whether an administrator created the account; null where the service doesn’t say. */
  created_by_admin: Flag
  // Derived from the others, for search and filters.
  name_key: string
  username_key: string
  email_key: Text
  internal: 0 | 1
  project_bot: 0 | 1
}

/** All columns except the ID in the order of writing, with their SQLite types. */
export const columnTypes = {
  username: 'TEXT NOT NULL',
  name: 'TEXT NOT NULL',
  state: 'TEXT NOT NULL',
  email: 'TEXT',
  is_admin: 'INTEGER',
  is_auditor: 'INTEGER',
  two_factor_enabled: 'INTEGER',
  last_activity_on: 'TEXT',
  last_sign_in_at: 'TEXT',
  created_at: 'TEXT',
  external: 'INTEGER',
  bot: 'INTEGER',
  locked: 'INTEGER',
  identities: 'TEXT CHECK (json_valid(identities))',
  providers: 'TEXT',
  using_license_seat: 'INTEGER',
  projects_limit: 'INTEGER',
  note: 'TEXT',
  web_url: 'TEXT',
  avatar_url: 'TEXT',
  confirmed: 'INTEGER',
  profile_link: 'TEXT',
  created_by_admin: 'INTEGER',
  name_key: 'TEXT NOT NULL',
  username_key: 'TEXT NOT NULL',
  email_key: 'TEXT',
  internal: 'INTEGER NOT NULL',
  project_bot: 'INTEGER NOT NULL',
} satisfies Record<Exclude<keyof UserRow, 'id'>, string>

export const rowColumns = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

/**
 * Makes a row from an answer. Fields missing from the answer keep their values, and a last activity from “View as” is replaced by
 * the user’s own.
 */
export function toRow(user: AdminListUser, before?: UserRow, viewed?: ViewedActivity): UserRow {
  const email = user.email === undefined ? (before?.email ?? null) : user.email || null
  const identities = toIdentities(user)
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    email,
    is_admin: toFlag(user.is_admin, before?.is_admin),
    is_auditor: toFlag(user.is_auditor, before?.is_auditor),
    two_factor_enabled: toFlag(user.two_factor_enabled, before?.two_factor_enabled),
    last_activity_on: toText(ownActivity(user.last_activity_on, viewed), before?.last_activity_on),
    last_sign_in_at: toIsoTime(user.last_sign_in_at, before?.last_sign_in_at),
    created_at: toIsoTime(user.created_at, before?.created_at),
    external: toFlag(user.external, before?.external),
    bot: toFlag(user.bot, before?.bot),
    locked: toFlag(user.locked, before?.locked),
    ...(identities === undefined && before
      ? { identities: before.identities, providers: before.providers }
      : identityColumns(identities ?? [])),
    using_license_seat: toFlag(user.using_license_seat, before?.using_license_seat),
    projects_limit:
      user.projects_limit === undefined ? (before?.projects_limit ?? null) : user.projects_limit,
    note: toText(user.note, before?.note),
    web_url: toText(user.web_url, before?.web_url),
    avatar_url: toText(user.avatar_url, before?.avatar_url),
    confirmed:
      user.confirmed_at === undefined ? (before?.confirmed ?? null) : user.confirmed_at ? 1 : 0,
    profile_link: profileLink(user) ?? before?.profile_link ?? null,
    created_by_admin: toFlag(
      user.created_by === undefined ? undefined : user.created_by !== null,
      before?.created_by_admin,
    ),
    name_key: searchKey(user.name),
    username_key: searchKey(user.username),
    email_key: email === null ? null : searchKey(email),
    internal: isInternal({ ...user, bot: user.bot ?? (before && toBoolean(before.bot)) }) ? 1 : 0,
    project_bot: isProjectBot(user.username) ? 1 : 0,
  }
}

/** Longer than any real name or address. Search texts of all users are in memory, so they must be limited. */
const maxKeyLength = 1_000

function searchKey(text: string): string {
  return normalizeForSearch(truncate(text, maxKeyLength))
}

/** Longer links are cut off: they are only shown. */
const maxLinkLength = 200

function profileLink({ bio, website_url }: AdminListUser): string | undefined {
  if (bio === undefined && website_url === undefined) return undefined
  const link = website_url?.trim() || /(?:https?:\/\/|www\.)\S+/i.exec(bio ?? '')?.[0]
  return truncate(link ?? '', maxLinkLength)
}

/** Whether an answer has fields for administrators; the public ones include neither of these two. */
export function isForAdministrators(user: object): boolean {
  return 'email' in user || 'is_admin' in user
}

/** A row for a screen. */
export function toEntry(row: UserRow): DirectoryEntry {
  const { id, username, name, state, email, note, projects_limit, web_url } = row
  const { last_activity_on, last_sign_in_at, created_at } = row
  return {
    id,
    username,
    name,
    state,
    email,
    is_admin: toBoolean(row.is_admin),
    two_factor_enabled: toBoolean(row.two_factor_enabled),
    last_activity_on,
    last_sign_in_at,
    created_at,
    external: toBoolean(row.external),
    bot: toBoolean(row.bot),
    locked: toBoolean(row.locked),
    identities:
      row.identities === null ? [] : parseIdentities(row.identities).map(([name]) => name),
    using_license_seat: toBoolean(row.using_license_seat),
    projects_limit,
    note,
    web_url,
    email_confirmed: toBoolean(row.confirmed),
    email_domain: email?.split('@').at(-1) ?? null,
  }
}

function parseIdentities(identities: string): [string, string][] {
  return JSON.parse(identities) as [string, string][]
}

/** Pairs of provider and UID. SCIM identities have the provider `scim`, as in the service’s filters. Undefined if the answer has none. */
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
  return [provider ?? '', extern_uid ?? '']
}

function identityColumns(pairs: readonly [string, string][]) {
  if (pairs.length === 0) return { identities: null, providers: null }
  return {
    identities: JSON.stringify(pairs),
    providers: pairs.map(([provider]) => provider).join(', '),
  }
}

function toText(value: Text | undefined, before: Text = null): Text {
  return value === undefined ? before : value || null
}

function toFlag(value: boolean | null | undefined, before: Flag = null): Flag {
  if (value === undefined) return before
  return value === null ? null : value ? 1 : 0
}

function toIsoTime(value: Text | undefined, before: Text = null): Text {
  if (value === undefined) return before
  const milliseconds = value ? Date.parse(value) : NaN
  if (!value || !Number.isFinite(milliseconds)) return null
  return isoInUtc.test(value) ? value : new Date(milliseconds).toISOString()
}

/** The stored format, which needs no conversion. */
const isoInUtc = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d\.\d{3}Z$/

function toBoolean(flag: Flag): boolean | null {
  return flag === null ? null : flag === 1
}
