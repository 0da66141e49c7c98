import type {
  CredentialColumn,
  CredentialKind,
  ReviewColumn,
  ReviewFilter,
} from '../../../shared/rules/review.ts'
import { ownerLevel } from '../../../shared/rules/access-levels.ts'
import { type UserFigure, userFigures } from '../../../shared/rules/user-figures.ts'
import { isOld } from '../credential-conditions.ts'
import { toSqlConditions } from '../user-conditions.ts'

const isKey = `c.kind IN ('ssh', 'gpg')`
const isToken = `c.kind IN ('token', 'personal')`
const isActiveToken = `${isToken} AND c.active = 1`
const hasCredential = (condition: string) =>
  `EXISTS (SELECT 1 FROM credentials c WHERE c.user = u.id AND ${condition})`

/** A figure's condition, in which our own constants are inlined as text. */
function figureCondition(figure: UserFigure, now: number): string {
  const conditions = toSqlConditions(userFigures[figure], now).map(([sql, ...values]) => {
    const literals = values.map((value) =>
      typeof value === 'number' ? `${value}` : `'${String(value)}'`,
    )
    return `(${sql.replaceAll('?', () => literals.shift()!)})`
  })
  return conditions.join(' AND ')
}

const isOwner = `m.level >= ${ownerLevel}`

/** Whether a user who was to be removed can still sign in. */
export const isStillThere = `e.decision = 'remove' AND u.read_at IS NOT NULL AND u.gone = 0 AND u.state = 'active'`

/** Each user filter's condition at a time, in milliseconds since 1970. */
export const userConditions = (now: number): Record<ReviewFilter, string> => ({
  noTwoFactor: figureCondition('noTwoFactor', now),
  admins: figureCondition('admins', now),
  external: figureCondition('external', now),
  inactive: figureCondition('inactive', now),
  neverSignedIn: 'u.last_sign_in_at IS NULL AND u.read_at IS NOT NULL AND u.gone = 0',
  owner: `EXISTS (SELECT 1 FROM memberships m WHERE m.user = u.id AND ${isOwner})`,
  activeToken: hasCredential(`c.kind = 'token' AND c.active = 1`),
  tokenNeverExpires: hasCredential(`${isActiveToken} AND c.expires_at IS NULL`),
  expiredToken: hasCredential(`${isToken} AND c.expires_at <= :now`),
  keyNeverExpires: hasCredential(`${isKey} AND c.expires_at IS NULL`),
  expiredKey: hasCredential(`${isKey} AND c.expires_at <= :now`),
  oldKey: hasCredential(`${isKey} AND ${isOld}`),
  newAccess: 'EXISTS (SELECT 1 FROM new_access n WHERE n.user = u.id)',
  stillThere: `EXISTS (SELECT 1 FROM earlier e WHERE e.user = u.id AND ${isStillThere})`,
  notDecidedBefore: 'NOT EXISTS (SELECT 1 FROM earlier e WHERE e.user = u.id)',
  gone: 'u.gone = 1',
  unread: `u.unread <> ''`,
})

export function kindCondition(kinds: readonly CredentialKind[]): string | undefined {
  return kinds.length === 0
    ? undefined
    : `c.kind IN (${kinds.map((kind) => `'${kind}'`).join(', ')})`
}

const countOf = (condition: string) =>
  `(SELECT count(*) FROM credentials c WHERE c.user = u.id AND ${condition})`
const membershipsOf = (condition: string) =>
  `(SELECT count(*) FROM memberships m WHERE m.user = u.id AND ${condition})`

/** A user, with counts of what they can access. */
export const reviewUsersSql = `
  SELECT u.*,
    ${membershipsOf(`m.type <> 'Project'`)} AS groups,
    ${membershipsOf(`m.type = 'Project'`)} AS projects,
    ${membershipsOf(isOwner)} AS owned,
    ${countOf(`c.kind = 'ssh'`)} AS ssh_keys,
    ${countOf(`c.kind = 'gpg'`)} AS gpg_keys,
    (SELECT min(c.created_at) FROM credentials c WHERE c.user = u.id AND ${isKey}) AS oldest_key,
    ${countOf(`${isKey} AND c.expires_at <= :now`)} AS expired_keys,
    ${countOf(isActiveToken)} AS active_tokens,
    ${countOf(`${isActiveToken} AND c.expires_at IS NULL`)} AS tokens_without_expiry,
    ${countOf(`${isToken} AND c.expires_at <= :now`)} AS expired_tokens
  FROM users u`

/** Each column's sort expression. */
export const userOrder: Record<ReviewColumn, string> = {
  username: 'u.username COLLATE NOCASE',
  state: 'u.state',
  two_factor_enabled: 'u.two_factor_enabled',
  last_activity_on: 'u.last_activity_on',
  last_sign_in_at: 'u.last_sign_in_at',
  memberships: membershipsOf('1'),
  keys: countOf(isKey),
  tokens: countOf(isActiveToken),
}

export const credentialOrder: Record<CredentialColumn, string> = {
  username: 'u.username COLLATE NOCASE',
  title: 'c.title COLLATE NOCASE',
  created_at: 'c.created_at',
  expires_at: 'c.expires_at',
  last_used_at: 'c.last_used_at',
}

export function whereAll(conditions: readonly (string | undefined)[]): string {
  const presentConditions = conditions.filter((one) => one !== undefined)
  return presentConditions.length === 0
    ? ''
    : `WHERE ${presentConditions.map((one) => `(${one})`).join(' AND ')}`
}
