import type { DirectoryFilter } from '../../shared/operations/directory.ts'
import { utcDayIn } from '../../shared/rules/utc-days.ts'
import type { SqlValue } from '../platform/sqlite/database.ts'
import { startOfDay } from '../platform/time/local-day.ts'
import { normalizeForSearch } from '../list-copy/normalize-for-search.ts'

/** A condition on users as SQL, along with its values. */
export type SqlCondition = readonly [sql: string, ...values: SqlValue[]]

/** Detects bots by their flag or, if there is none, by their name. */
const isBot = '(coalesce(bot, 0) = 1 OR project_bot = 1)'
export const isHuman = `(NOT ${isBot} AND internal = 0)`

/** Each flag's condition (`app/finders/users_finder.rb`). */
const flags = {
  // Leaves out banned and pending users.
  blocked: `state IN ('blocked', 'ldap_blocked')`,
  exclude_internal: 'internal = 0',
  without_project_bots: 'project_bot = 0',
  auditors: 'is_auditor = 1',
  skip_ldap: `(identities IS NULL OR NOT EXISTS (
    SELECT 1 FROM json_each(identities) WHERE lower(value ->> 0) LIKE 'ldap%'))`,
} satisfies Partial<Record<keyof DirectoryFilter, string>>

/** Conditions for filters that either show only certain users or exclude them. */
const choices = {
  active: { only: `state = 'active' AND internal = 0`, exclude: `state <> 'active'` },
  humans: { only: isHuman, exclude: `NOT ${isHuman}` },
  external: { only: 'external = 1', exclude: 'coalesce(external, 0) = 0' },
  admins: { only: 'is_admin = 1', exclude: 'coalesce(is_admin, 0) = 0' },
  bots: { only: isBot, exclude: `NOT ${isBot}` },
  locked: { only: 'locked = 1', exclude: 'coalesce(locked, 0) = 0' },
  has_identity: { only: 'identities IS NOT NULL', exclude: 'identities IS NULL' },
} satisfies Partial<Record<keyof DirectoryFilter, { only: string; exclude: string }>>

/** For users who were never active, starts from their approval, if known, or else from their creation. */
const lastActive = 'coalesce(last_activity_on, approved_on, substr(created_at, 1, 10))'

/**
 * The parts of a filter that can be evaluated on rows, except for the search. Creation dates are in local time. `now`
 * (ms since 1970) is for days of inactivity, which GitLab counts in UTC.
 */
export function toSqlConditions(filter: DirectoryFilter, now: number): SqlCondition[] {
  const conditions: SqlCondition[] = []
  const add = (...condition: SqlCondition) => conditions.push(condition)
  for (const [flag, sql] of Object.entries(flags)) {
    if (filter[flag as keyof typeof flags]) add(sql)
  }
  for (const [name, { only, exclude }] of Object.entries(choices)) {
    const choice = filter[name as keyof typeof choices]
    if (choice !== undefined) add(choice ? only : exclude)
  }
  if (filter.username !== undefined) {
    add(
      'username_key = ? AND username = ? COLLATE NOCASE',
      normalizeForSearch(filter.username),
      filter.username,
    )
  }
  if (filter.ids) add('id IN (SELECT value FROM json_each(?))', JSON.stringify(filter.ids))
  if (filter.states) add('state IN (SELECT value FROM json_each(?))', JSON.stringify(filter.states))
  const toIsoStart = (day: string) => new Date(startOfDay(day)).toISOString()
  if (filter.created_after) add('created_at >= ?', toIsoStart(filter.created_after))
  if (filter.created_before) add('created_at <= ?', toIsoStart(filter.created_before))
  if (filter.two_factor) add('two_factor_enabled = ?', filter.two_factor === 'enabled' ? 1 : 0)
  if (filter.inactive_days !== undefined) {
    add(`${lastActive} <= ?`, utcDayIn(-filter.inactive_days, now))
  }
  if (filter.active_after) add('last_activity_on >= ?', filter.active_after)
  if (filter.active_before) add(`${lastActive} < ?`, filter.active_before)
  if (filter.domain !== undefined) {
    const ending = `@${normalizeForSearch(filter.domain)}`
    add('substr(email_key, -length(?)) = ?', ending, ending)
  }
  return [...conditions, ...identityConditions(filter)]
}

/** Both must match the same identity, and case is ignored as in GitLab (`app/models/identity.rb`). */
function identityConditions({ provider, extern_uid: uid }: DirectoryFilter): SqlCondition[] {
  if (provider === undefined && uid === undefined) return []
  const tests = [
    ...(provider === undefined ? [] : [`value ->> 0 = ? COLLATE NOCASE`]),
    ...(uid === undefined ? [] : [`value ->> 1 = ? COLLATE NOCASE`]),
  ]
  const values = [provider, uid].filter((value) => value !== undefined)
  const sql = `identities IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(identities) WHERE ${tests.join(' AND ')})`
  return [[sql, ...values]]
}
