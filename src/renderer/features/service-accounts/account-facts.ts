import type { UserTokens } from '../../../shared/operations/admin-tokens.ts'
import type { ServiceAccount } from '../../../shared/gitlab/service-accounts.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import { formatDay, shortDayOf } from '../../ui/time/moments.ts'

/** A service account’s tokens in short. Undefined values are unknown. */
interface TokenFacts {
  /** The last use of any token, also of a revoked one; null if none was ever used. */
  lastUsedAt?: string | null | undefined
  /** The nearest expiry of an active token; null if none expires. */
  expiresAt?: string | null | undefined
  /** The number of active tokens. */
  active?: number
}

/** Summarizes a service account’s tokens. Nothing is known if they can’t be listed. */
export function tokenFacts(read: UserTokens | undefined): TokenFacts {
  if (read?.listed !== 'all') return {}
  const active = read.tokens.filter(({ state }) => state === 'active')
  return {
    lastUsedAt: extreme(
      read.tokens.map((token) => token.last_used_at),
      -1,
    ),
    expiresAt: extreme(
      active.map((token) => token.expires_at),
      0,
    ),
    active: active.length,
  }
}

/** The first (0) or last (-1) of these times; null without any, and undefined if one of them is unknown. */
function extreme(times: (string | null | undefined)[], index: 0 | -1): string | null | undefined {
  if (times.includes(undefined)) return undefined
  const set = times.flatMap((time) => time ?? [])
  return set.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(index) ?? null
}
/** The facts about tokens as entries of a line. */
export function tokenTexts({ lastUsedAt, expiresAt, active }: TokenFacts): string[] {
  // The account itself may have been used, for example to sign in.
  const lastUse = lastUsedAt
    ? t('dates.lastUsed', { moment: formatDay(Date.parse(lastUsedAt)) })
    : lastUsedAt === null
      ? t('serviceAccounts.neverUsed')
      : t('dates.useUnknown')
  if (active === 0) return [t('serviceAccounts.noActiveToken'), lastUse]
  if (expiresAt === undefined) return [lastUse, t('serviceAccounts.expiryUnknown')]
  const expiry = expiresAt
    ? t('serviceAccounts.nextExpiry', { day: shortDayOf(expiresAt), count: active ?? 0 })
    : t('serviceAccounts.noExpiry', { count: active ?? 0 })
  return [lastUse, expiry]
}

/** A service account’s email, and the one that replaces it once it is confirmed. */
export function emailText({ email, unconfirmed_email: unconfirmed }: ServiceAccount): string {
  const texts = [
    email && escapeBidi(email),
    unconfirmed && t('serviceAccounts.unconfirmedEmail', { email: escapeBidi(unconfirmed) }),
  ]
  return texts.filter(Boolean).join(' · ')
}

/** Who created a service account. That isn’t necessarily its owner, whom GitLab doesn’t know. */
export function creatorText(creator: { name?: string; username?: string } | null | undefined) {
  return creator?.username
    ? t('serviceAccounts.createdBy', {
        name: bidiIsolate(creator.name ?? creator.username),
        username: bidiIsolate(creator.username),
      })
    : t('serviceAccounts.creatorUnknown')
}
