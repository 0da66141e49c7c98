import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { message } from '../../../shared/messages/message.ts'
import { FailureError } from '../../infra/failure.ts'
import { startOfDay } from '../../infra/time/local-day.ts'
import { normalizeForSearch } from './normalize-for-search.ts'
import type { Condition, SqlOrder } from './directory-store.ts'

/** A bot by its flag or its name; without a flag, the name decides. */
const isBot = '(coalesce(bot, 0) = 1 OR project_bot = 1)'
export const isHuman = `(NOT ${isBot} AND internal = 0)`

/** The condition of each flag (`app/finders/users_finder.rb`). */
const flags = {
  active: `state = 'active' AND internal = 0`,
  // Without banned and pending users.
  blocked: `state IN ('blocked', 'ldap_blocked')`,
  external: 'external = 1',
  humans: isHuman,
  exclude_active: `state <> 'active'`,
  exclude_external: 'coalesce(external, 0) = 0',
  exclude_humans: `NOT ${isHuman}`,
  exclude_internal: 'internal = 0',
  without_project_bots: 'project_bot = 0',
  admins: 'is_admin = 1',
  exclude_admins: 'coalesce(is_admin, 0) = 0',
  auditors: 'is_auditor = 1',
  skip_ldap: `(identities IS NULL OR NOT EXISTS (
    SELECT 1 FROM json_each(identities) WHERE lower(value ->> 0) LIKE 'ldap%'))`,
} satisfies Partial<Record<keyof DirectoryFilter, string>>

/** Users who were never active count from their creation. */
const lastActive = 'coalesce(last_activity_on, substr(created_at, 1, 10))'

const dayMs = 24 * 60 * 60 * 1000

/**
 * The part of a filter that rows can answer, except the search. Creation dates are in the time zone of this computer; `now`,
 * in milliseconds since 1970, is for the days of inactivity, which the service counts in UTC.
 */
export function toSqlConditions(filter: DirectoryFilter, now: number): Condition[] {
  const conditions: Condition[] = []
  const add = (...condition: Condition) => conditions.push(condition)
  for (const [flag, sql] of Object.entries(flags)) {
    if (filter[flag as keyof typeof flags]) add(sql)
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
  if (filter.bots !== undefined) add(filter.bots ? isBot : `NOT ${isBot}`)
  if (filter.has_identity !== undefined) {
    add(`identities IS ${filter.has_identity ? 'NOT ' : ''}NULL`)
  }
  if (filter.inactive_days !== undefined) {
    const limit = new Date(now - filter.inactive_days * dayMs).toISOString().slice(0, 10)
    add(`${lastActive} < ?`, limit)
  }
  if (filter.active_after) add('last_activity_on >= ?', filter.active_after)
  if (filter.active_before) add(`${lastActive} < ?`, filter.active_before)
  if (filter.domain !== undefined) {
    const ending = `@${normalizeForSearch(filter.domain)}`
    add('substr(email_key, -length(?)) = ?', ending, ending)
  }
  return [...conditions, ...identityConditions(filter)]
}

/** Throws for a filter that contradicts itself and so matches no users. */
export function assertDateRange({ created_after, created_before }: DirectoryFilter): void {
  if (!created_after || !created_before || created_after <= created_before) return
  throw new FailureError({
    kind: 'invalid',
    message: message('directory.contradictoryDays'),
    hint: message('directory.contradictoryDaysHint'),
    fields: { created_before: [message('directory.fieldDayOrder', { day: created_after })] },
  })
}

/** The order of a list by a column. */
export function sqlOrder(column: DirectoryColumn, direction: 'asc' | 'desc'): SqlOrder {
  const by = sortKeys[column] ?? column
  return { by, direction, mayBeNull: !neverNull.has(column) }
}

/** The expression to sort a column by, if it isn’t the column itself. */
const sortKeys: Partial<Record<DirectoryColumn, string>> = {
  name: 'name_key',
  username: 'username_key',
  email: 'email_key',
  identities: 'providers',
  note: 'note COLLATE NOCASE',
  email_confirmed: 'confirmed',
  email_domain: `substr(email_key, instr(email_key, '@') + 1)`,
}
const neverNull = new Set<DirectoryColumn>(['id', 'name', 'username', 'state'])

/** Both must match the same identity, ignoring case as the service does (`app/models/identity.rb`). */
function identityConditions({ provider, extern_uid: uid }: DirectoryFilter): Condition[] {
  if (provider === undefined && uid === undefined) return []
  const tests = [
    ...(provider === undefined ? [] : [`value ->> 0 = ? COLLATE NOCASE`]),
    ...(uid === undefined ? [] : [`value ->> 1 = ? COLLATE NOCASE`]),
  ]
  const values = [provider, uid].filter((value) => value !== undefined)
  const sql = `identities IS NOT NULL AND EXISTS (SELECT 1 FROM json_each(identities) WHERE ${tests.join(' AND ')})`
  return [[sql, ...values]]
}

/** Further words of a search narrow nothing any more, as at the service (`lib/gitlab/sql/pattern.rb`). */
const maxTerms = 20

/** The words that a user’s name, username or email must contain. No character has a special meaning. */
export function searchTerms({ search = '' }: DirectoryFilter): string[] {
  const words = normalizeForSearch(search.trim().replace(/^@(?=\S)/, ''))
    .split(/\s+/)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, maxTerms)
}
