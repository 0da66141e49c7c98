import type { AccessToken } from '../../../shared/operations/accounts.ts'
import { accessTokenSoonDays } from '../../../shared/rules/expiry.ts'
import { daysLeft, expiresWithin, hasExpired } from '../../../shared/rules/utc-days.ts'
import { t } from '../../ui/messages.ts'
import { fullDay } from '../../ui/time/moments.ts'

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
): { text: string; tone: 'danger' | 'warning' } | undefined {
  const { expiresAt = '' } = token ?? {}
  if (hasExpired(expiresAt, now)) return { text: t('accounts.tokenExpired'), tone: 'danger' }
  if (!expiresWithin(expiresAt, accessTokenSoonDays, now)) return undefined
  return { text: t('accounts.tokenExpiresIn', { days: daysLeft(expiresAt, now) }), tone: 'warning' }
}
