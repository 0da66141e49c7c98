import type { OwnTokenEntry } from '../../../shared/operations/own-tokens.ts'
import { expiringSoonDays, isLongUnused, unusedDays } from '../../../shared/rules/expiry.ts'
import { formatCount, t } from '../../ui/messages.ts'
import { byUrgency, expiryState } from '../../ui/time/expiry.ts'
import { fullDay } from '../../ui/time/moments.ts'

export const tokenFilters = ['active', 'expiring', 'unused', 'kubernetes', 'inactive'] as const
export type TokenFilter = (typeof tokenFilters)[number]

/** Whether a token matches a filter. All filters but the last only match active tokens. */
export function matchesFilter(token: OwnTokenEntry, filter: TokenFilter, now: number): boolean {
  if (token.state === 'inactive') return filter === 'inactive'
  switch (filter) {
    case 'active':
      return true
    case 'expiring':
      return ['urgent', 'soon'].includes(expiryState(token.expires_at, now)?.state ?? '')
    case 'unused':
      return isKnownUnused(token, now)
    case 'kubernetes':
      return token.scopes.includes('k8s_proxy')
    case 'inactive':
      return false
  }
}

/** Whether a token hasn’t been used for a long time, according to GitLab. */
function isKnownUnused({ created_at, last_used_at }: OwnTokenEntry, now: number): boolean {
  if (last_used_at === undefined) return false
  return isLongUnused({ created_at, last_used_at: last_used_at ?? undefined }, now)
}

/** The list’s views, with the number of tokens that match each one. */
export function tokenViews(
  tokens: readonly OwnTokenEntry[],
  now: number,
): { id: TokenFilter; label: string; count: string }[] {
  const names = {
    active: t('user.active'),
    expiring: t('tokens.expiring', { days: expiringSoonDays }),
    unused: t('tokens.unused', { days: unusedDays }),
    kubernetes: t('tokens.kubernetes'),
    inactive: t('user.inactive'),
  }
  return tokenFilters.map((id) => {
    const count = tokens.filter((token) => matchesFilter(token, id, now)).length
    return { id, label: names[id], count: formatCount(count) }
  })
}

/** Tokens that expire soon come first, then those with more risks; otherwise, the order is kept. */
export function byCare(tokens: readonly OwnTokenEntry[], now: number): OwnTokenEntry[] {
  const risks = (token: OwnTokenEntry) => token.risks.length + (isKnownUnused(token, now) ? 1 : 0)
  const byRisk = tokens.toSorted((a, b) => risks(b) - risks(a))
  const endOf = ({ state, expires_at }: OwnTokenEntry) =>
    state === 'inactive' ? undefined : expires_at
  return byUrgency(byRisk, endOf, now)
}

/** Whether it was revoked before it expired. */
export const isRevokedEarly = ({ state, expires_at }: OwnTokenEntry, now: number): boolean =>
  state === 'inactive' && expiryState(expires_at, now)?.state !== 'expired'

/** What is special about a token, apart from its dates. */
export function marksOf(token: OwnTokenEntry, isSecretLost: boolean) {
  const tone = 'warning' as const
  return [
    ...(token.isSignInToken ? [{ text: t('tokens.usedByLatchkey') }] : []),
    ...(isSecretLost ? [{ text: t('tokens.isSecretLost'), tone }] : []),
    ...(token.wasRotated
      ? [{ text: t('tokens.wasRotated'), hint: t('tokens.wasRotatedHint'), tone }]
      : []),
    ...(token.risks.includes('broad') ? [{ text: t('tokens.broad'), tone }] : []),
  ]
}

/** Formats when a token expires. */
export function expiryText({ expires_at }: OwnTokenEntry, now: number): string {
  if (!expires_at) return t('tokens.neverExpires')
  const day = fullDay(expires_at)
  const hasExpired = expiryState(expires_at, now)?.state === 'expired'
  return hasExpired ? t('tokens.expired', { date: day }) : t('user.expiresOn', { day })
}
