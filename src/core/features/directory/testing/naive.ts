import type { DirectoryFilter } from '../../../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../../../shared/rules/directory-columns.ts'
import { isInternal } from '../../../../shared/rules/moderation.ts'
import type { AdminListUser } from '../../../../shared/gitlab/user-fields.ts'

/** The matching users, in order. Applies each part of the filter to all rows as the service sent them. */
export function naiveList(
  users: readonly AdminListUser[],
  filter: DirectoryFilter,
  order_by: DirectoryColumn,
  sort: 'asc' | 'desc',
  now: number,
): number[] {
  const sign = sort === 'asc' ? 1 : -1
  return users
    .filter((user) => isFound(user, filter, now))
    .toSorted((a, b) => {
      // Exact matches come before partial ones.
      const exactnessOrder = exactness(a, filter.search) - exactness(b, filter.search)
      if (exactnessOrder !== 0) return exactnessOrder
      const [x, y] = [keyOf(a, order_by), keyOf(b, order_by)]
      if (x === null && y !== null) return 1
      if (y === null && x !== null) return -1
      if (x !== null && y !== null && x !== y) return (x < y ? -1 : 1) * sign
      return (a.id - b.id) * sign
    })
    .map(({ id }) => id)
}

function exactness({ username, id, email }: AdminListUser, search = ''): number {
  const text = plain(search.trim())
  if (plain(username) === text.replace(/^@/, '')) return 0
  if (String(id) === text.replace(/^#/, '')) return 1
  return plain(email ?? '') === text && text.includes('@') ? 2 : 3
}

function isFound(user: AdminListUser, filter: DirectoryFilter, now: number): boolean {
  const identities = user.identities ?? []
  const internal = isInternal(user)
  const projectBot = /^(project|group)_\d+_bot/.test(user.username)
  const bot = user.bot === true || projectBot
  const human = !bot && !internal
  const created = user.created_at ? Date.parse(user.created_at) : undefined
  const seen = user.last_activity_on ?? user.created_at?.slice(0, 10)
  const daysAway = seen
    ? (Date.parse(new Date(now).toISOString().slice(0, 10)) - Date.parse(seen)) / 86_400_000
    : 0
  const matchesChoice = (choice: boolean | undefined, applies: boolean) =>
    choice === undefined ? undefined : applies === choice
  const strings = [user.name, user.username, user.email ?? ''].map(plain)
  const tests: (boolean | undefined)[] = [
    filter.search &&
      plain(filter.search)
        .split(/\s+/)
        .every((word) => strings.some((text) => text.includes(word))),
    filter.username && user.username.toLowerCase() === filter.username.toLowerCase(),
    filter.ids && filter.ids.includes(user.id),
    filter.states && filter.states.includes(user.state),
    matchesChoice(filter.active, user.state === 'active' && !(filter.active && internal)),
    filter.blocked && ['blocked', 'ldap_blocked'].includes(user.state),
    matchesChoice(filter.external, user.external === true),
    matchesChoice(filter.humans, human),
    matchesChoice(filter.locked, user.locked === true),
    filter.exclude_internal && !internal,
    filter.without_project_bots && !projectBot,
    filter.created_after &&
      created !== undefined &&
      created >= Date.parse(`${filter.created_after}T00:00`),
    filter.created_before &&
      created !== undefined &&
      created <= Date.parse(`${filter.created_before}T00:00`),
    (filter.provider ?? filter.extern_uid) &&
      identities.some(
        ({ provider, extern_uid }) =>
          (filter.provider ?? provider) === provider &&
          (filter.extern_uid ?? extern_uid) === extern_uid,
      ),
    filter.two_factor && user.two_factor_enabled === (filter.two_factor === 'enabled'),
    matchesChoice(filter.admins, user.is_admin === true),
    filter.domain && plain(user.email ?? '').endsWith(`@${plain(filter.domain)}`),
    filter.active_after && !!user.last_activity_on && user.last_activity_on >= filter.active_after,
    filter.active_before && seen !== undefined && seen < filter.active_before,
    filter.auditors && user.is_auditor === true,
    matchesChoice(filter.bots, bot),
    filter.inactive_days && daysAway >= filter.inactive_days,
    matchesChoice(filter.has_identity, identities.length > 0),
  ].map((test) => (test === undefined ? undefined : test !== false && test !== ''))
  return tests.every((test) => test !== false)
}

function keyOf(user: AdminListUser, column: DirectoryColumn): string | number | null {
  switch (column) {
    case 'name':
    case 'username':
      return plain(user[column])
    case 'email':
      return user.email ? plain(user.email) : null
    case 'email_domain':
      return user.email ? plain(user.email).replace(/^.*@/, '') : null
    case 'email_confirmed':
      return user.confirmed_at === undefined ? null : Number(user.confirmed_at !== null)
    case 'identities':
      return (user.identities ?? []).map(({ provider }) => provider).join(', ') || null
    case 'note':
      return user.note ? user.note.toLowerCase() : null
    case 'last_sign_in_at':
    case 'created_at':
      return user[column] ? Date.parse(user[column]) : null
    default: {
      const value = user[column] ?? null
      return typeof value === 'boolean' ? Number(value) : value
    }
  }
}

/** Lowercase without accents, for the names in the sandbox. */
function plain(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
}
