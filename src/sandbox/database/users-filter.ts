import { searchCondition } from './users-search.ts'
import type { Condition } from './users-query.ts'

const isInternalSql = `kind IN ('alert_bot', 'support_bot', 'ghost')`

// `+state` keeps SQLite from using the state index, which matches most users and would force a sort.

/** Each flag's condition when true; false adds none (`app/finders/users_finder.rb`). */
const flagConditions = {
  active: `+state = 'active' AND NOT ${isInternalSql}`,
  external: 'external = 1',
  // Excludes banned and pending users.
  blocked: `+state IN ('blocked', 'ldap_blocked')`,
  humans: `kind = 'human'`,
  exclude_active: `+state <> 'active'`,
  exclude_external: 'external = 0',
  exclude_humans: `kind <> 'human'`,
  exclude_internal: `NOT ${isInternalSql}`,
  without_project_bots: `kind <> 'project_bot'`,
  without_projects: 'projects_count = 0',
  admins: 'admin = 1',
  auditors: 'auditor = 1',
  skip_ldap: `NOT EXISTS (SELECT 1 FROM identities WHERE user_id = users.id AND provider LIKE 'ldap%')`,
}

type Maybe<T> = T | null | undefined

/** A user list's filters. Absent fields don't filter. */
export type UsersFilter = Partial<Record<keyof typeof flagConditions, Maybe<boolean>>> & {
  username?: Maybe<string>
  public_email?: Maybe<string>
  search?: Maybe<string>
  created_after?: Maybe<string>
  created_before?: Maybe<string>
  extern_uid?: Maybe<string>
  provider?: Maybe<string>
  two_factor?: Maybe<string>
  saml_provider_id?: Maybe<number>
  custom_attributes?: Maybe<Record<string, string>>
}

/** A filter's conditions. Only administrators see blocked and banned users (`without_forbidden_states`). */
export function filterConditions(filter: UsersFilter, isAdmin: boolean): Condition[] {
  const conditions: Condition[] = []
  const add = (...condition: Condition) => conditions.push(condition)
  if (!isAdmin) add(`+state NOT IN ('blocked', 'banned', 'ldap_blocked')`)
  for (const [flag, sql] of Object.entries(flagConditions)) {
    if (filter[flag as keyof typeof flagConditions]) add(sql)
  }
  if (filter.username !== undefined) add('username = ?', filter.username)
  if (filter.public_email) add('public_email = ?', filter.public_email)
  if (filter.search?.trim()) conditions.push(searchCondition(filter.search, isAdmin))
  if (filter.created_after) add('created_at >= ?', filter.created_after)
  if (filter.created_before) add('created_at <= ?', filter.created_before)
  if (filter.two_factor === 'enabled') add('two_factor_enabled = 1')
  if (filter.two_factor === 'disabled') add('two_factor_enabled = 0')
  conditions.push(...identityConditions(filter), ...attributeConditions(filter))
  return conditions
}

function identityConditions({ extern_uid, provider, saml_provider_id }: UsersFilter): Condition[] {
  const conditions: Condition[] = []
  if (extern_uid && provider) {
    conditions.push([
      'id IN (SELECT user_id FROM identities WHERE provider = ? AND extern_uid = ?)',
      provider,
      extern_uid,
    ])
  }
  if (saml_provider_id) {
    conditions.push([
      'id IN (SELECT user_id FROM identities WHERE saml_provider_id = ?)',
      saml_provider_id,
    ])
  }
  return conditions
}

/** All attributes must match (`app/finders/concerns/custom_attributes_filter.rb`). */
function attributeConditions({ custom_attributes: attributes }: UsersFilter): Condition[] {
  const count = Object.keys(attributes ?? {}).length
  if (count === 0) return []
  return [
    [
      `id IN (SELECT user_id FROM json_each(?) AS wanted
         JOIN custom_attributes AS found ON found.key = wanted.key AND found.value = wanted.value
         GROUP BY user_id HAVING count(*) = ?)`,
      JSON.stringify(attributes),
      count,
    ],
  ]
}
