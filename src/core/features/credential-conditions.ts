import type { InstanceCredentialFilter } from '../../shared/rules/credentials.ts'
import { blockedOwnerStates, createdRecentlyDays } from '../../shared/rules/credentials.ts'
import { expiresWithinDays, oldDays, unusedDays, weakRsaBits } from '../../shared/rules/expiry.ts'
import { broadScopes } from '../../shared/rules/token-scopes.ts'
import { utcDayIn } from '../../shared/rules/utc-days.ts'
import { oneOfSql } from '../platform/sqlite/stored-row.ts'

/** The time and the UTC days that conditions compare with, as named parameters. */
export function credentialMoments(now: number) {
  return {
    now: new Date(now).toISOString(),
    old: utcDayIn(-oldDays, now),
    expires7: utcDayIn(expiresWithinDays.expires7, now),
    expires14: utcDayIn(14, now),
    expires30: utcDayIn(expiresWithinDays.expires30, now),
    expires90: utcDayIn(expiresWithinDays.expires90, now),
    unused: utcDayIn(-unusedDays, now),
    createdRecently: utcDayIn(-createdRecentlyDays, now),
  }
}

/** The UTC day of a stored time, as in `utcDay`. */
const dayOf = (column: string) => `substr(c.${column}, 1, 10)`

/** Excludes revoked credentials, which no longer grant access. */
export const isInUse = `coalesce(c.active, 1) = 1`
export const isOld = `${dayOf('created_at')} < :old`
const isActive = `${isInUse} AND (c.expires_at IS NULL OR c.expires_at > :now)`
const expiresBy = (day: string) => `${dayOf('expires_at')} <= ${day} AND ${isActive}`
const hasScope = (scope: string) => `instr(' ' || c.scopes || ' ', ' ${scope} ') > 0`

/** Whether a token has one of the scopes in `broadScopes`. */
export const isBroad = `(c.scopes IS NOT NULL AND (${broadScopes.map(hasScope).join(' OR ')}))`

/**
 * Each filter's condition on a row `c` of a table with credentials, and on its owner's `state`, which is `o.state`. The table
 * of a review and the copy of the whole instance have the same columns.
 */
export const credentialConditions = {
  expired: 'c.expires_at <= :now',
  expires7: expiresBy(':expires7'),
  expires14: expiresBy(':expires14'),
  expires30: expiresBy(':expires30'),
  expires90: expiresBy(':expires90'),
  neverExpires: `c.expires_at IS NULL AND ${isInUse}`,
  weak: `c.algorithm = 'DSA' OR (c.algorithm = 'RSA' AND c.bits < ${weakRsaBits})`,
  // For credentials that were never used, the time of creation is decisive. Some services don't report the last use.
  unused: `(${dayOf('last_used_at')} <= :unused
    OR (c.never_used = 1 AND ${dayOf('created_at')} <= :unused)) AND ${isActive}`,
  neverUsed: `c.never_used = 1 AND ${isActive}`,
  old: `${isOld} AND ${isInUse}`,
  active: isActive,
  broadScopes: `${isBroad} AND ${isActive}`,
  createdThisWeek: `${dayOf('created_at')} > :createdRecently`,
  ownerBlocked: `${oneOfSql('o.state', blockedOwnerStates)} AND ${isActive}`,
  ownerUnknown: 'o.id IS NULL',
} satisfies Record<InstanceCredentialFilter, string>

/** Replaces named parameters, and returns their values in order. */
export function bindNamed(
  sql: string,
  parameters: Readonly<Record<string, string>>,
): { sql: string; values: string[] } {
  const values: string[] = []
  const text = sql.replaceAll(/:(\w+)/g, (_, name: string) => {
    values.push(parameters[name]!)
    return '?'
  })
  return { sql: text, values }
}
