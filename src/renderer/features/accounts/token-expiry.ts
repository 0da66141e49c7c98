import type { AccessToken } from '../../../shared/operations/accounts.ts'
import { accessTokenSoonDays, accessTokenUrgentDays } from '../../../shared/rules/expiry.ts'
import { t } from '../../ui/messages.ts'
import { fullDay } from '../../ui/time/moments.ts'

const dayMs = 86_400_000

/** Formats a token’s expiry; undefined if the instance doesn’t report it. */
export function tokenExpiry(token: AccessToken | undefined): string | undefined {
  if (!token) return undefined
  return token.expiresAt
    ? t('accounts.tokenExpires', { date: fullDay(token.expiresAt) })
    : t('accounts.tokenNeverExpires')
}

/** The tag for a token that has expired or will expire soon. */
export function tokenExpiryTag(
  token: AccessToken | undefined,
  now: number,
): { text: string; tone: 'danger' | 'warning' | 'brass' } | undefined {
  const remaining = Date.parse(token?.expiresAt ?? '') - now
  if (Number.isNaN(remaining) || remaining > accessTokenSoonDays * dayMs) return undefined
  if (remaining <= 0) return { text: t('accounts.tokenExpired'), tone: 'danger' }
  const text = t('accounts.tokenExpiresIn', { days: Math.floor(remaining / dayMs) })
  return { text, tone: remaining <= accessTokenUrgentDays * dayMs ? 'warning' : 'brass' }
}
