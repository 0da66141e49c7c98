import type {
  Credential,
  LastReview,
  ReviewItemDecision,
  ReviewState,
  ReviewedUser,
} from '../../../shared/operations/review.ts'
import {
  type CredentialFilter,
  type ItemDecisionFilter,
  type ReviewFilter,
  credentialKinds,
} from '../../../shared/rules/review.ts'
import { expiresWithinDays, unusedDays, weakRsaBits } from '../../../shared/rules/expiry.ts'
import { type UserFigure, inactiveDays, userFigures } from '../../../shared/rules/user-figures.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import { dayText } from '../../components/credential-facts.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { formatNumber, t } from '../../ui/messages.ts'
import { formatMoment } from '../../ui/time/moments.ts'
import { answerSourceText } from './part-messages.ts'

export const filterLabel = (filter: ReviewFilter) =>
  t(`review.filter_${filter}`, { days: inactiveDays })

export const decisionLabel = (decision: ItemDecisionFilter) => t(`review.decision_${decision}`)

/** Formats who decided and when, and the file that it came from. */
export function decisionSource(
  { by, at, source }: Pick<ReviewItemDecision, 'by' | 'at' | 'source'>,
  now: number,
): string {
  if (!source)
    return t('review.decidedBy', { username: escapeBidi(by), moment: formatMoment(at, now) })
  // Without a signature, only the email is known.
  const reviewer = escapeBidi(by.includes('@') ? by : `@${by}`)
  return t('review.decidedInFile', { reviewer, source: answerSourceText(source, now) })
}

/** The last decision about a user, such as “Last time: Remove. @ines, 3 May 2026”. */
export const lastDecisionText = ({ decision, by }: LastReview, moment: string) =>
  t('review.lastDecision', {
    decision: decisionLabel(decision),
    source: t('review.decidedBy', { username: escapeBidi(by), moment }),
  })

/** How many new memberships, keys and tokens are named. */
const namedAdditions = 4

/** Names what a user can access since the last decision about them. */
export function addedText({ added }: LastReview): string {
  const names = added.slice(0, namedAdditions).map(({ kind, title }) => {
    const type = kindLabels[kind]
    const name = escapeBidi(title) || '–'
    return type ? t('common.labeled', { label: t(type), value: name }) : name
  })
  return t('review.newSince', { names: names.join(' · '), more: added.length - names.length })
}

const kindLabels: Readonly<Record<string, MessageId>> = {
  ssh: 'review.kind_ssh',
  gpg: 'review.kind_gpg',
  token: 'review.kind_token',
  personal: 'review.kind_personal',
}

/** Explains what a filter matches, if the user list has the same count. */
export const filterDefinition = (filter: ReviewFilter) =>
  filter in userFigures ? t(`figures.${filter as UserFigure}`, { days: inactiveDays }) : undefined

export function credentialFilterLabel(filter: CredentialFilter): string {
  if (isWithinDays(filter)) {
    return t('review.credentialFilter_expiresSoon', { days: expiresWithinDays[filter] })
  }
  return t(`review.credentialFilter_${filter}`, { days: unusedDays })
}

function isWithinDays(filter: CredentialFilter): filter is keyof typeof expiresWithinDays {
  return filter in expiresWithinDays
}

/** Explains what a credential filter matches, if its label is ambiguous. */
export function credentialFilterDefinition(filter: CredentialFilter): string | undefined {
  if (filter === 'weak') return t('review.weakDefinition', { bits: weakRsaBits })
  return filter === 'unused' ? t('review.unusedDefinition', { days: unusedDays }) : undefined
}

/** The kinds of credentials that a review covers. */
export const coveredKinds = ({ lacksTokenList }: Pick<ReviewState, 'lacksTokenList'>) =>
  credentialKinds.filter((kind) => kind !== 'personal' || !lacksTokenList)

/** The token column’s heading, which depends on which tokens are counted. */
export const tokensTitle = ({ lacksTokenList }: Pick<ReviewState, 'lacksTokenList'>) =>
  t(lacksTokenList ? 'user.impersonationTokens' : 'app.tokensScreen')

export function membershipText({ groups, projects, owned }: ReviewedUser): string {
  if (groups === null || projects === null) return t('review.notLoaded')
  if (groups + projects === 0) return t('review.none')
  return listed([
    groups > 0 && t('review.groups', { count: groups }),
    projects > 0 && t('review.projects', { count: projects }),
    owned && t('review.owns', { count: owned }),
  ])
}

export function keyText({ ssh_keys, gpg_keys, expired_keys, oldest_key }: ReviewedUser): string {
  if (ssh_keys === null || gpg_keys === null) return t('review.notLoaded')
  if (ssh_keys + gpg_keys === 0) return t('review.none')
  return listed([
    formatNumber(ssh_keys + gpg_keys),
    expired_keys && t('review.expiredCount', { count: expired_keys }),
    oldest_key && t('review.oldest', { day: dayText(oldest_key) }),
  ])
}

export function tokenText(user: ReviewedUser): string {
  const { active_tokens, tokens_without_expiry, expired_tokens } = user
  if (active_tokens === null) return t('review.notLoaded')
  if (active_tokens === 0 && !expired_tokens) return t('review.none')
  return listed([
    t('review.activeTokens', { count: active_tokens }),
    tokens_without_expiry && t('review.neverExpires', { count: tokens_without_expiry }),
    expired_tokens && t('review.expiredCount', { count: expired_tokens }),
  ])
}

export function twoFactorText({ two_factor_enabled: isOn }: ReviewedUser): string {
  if (isOn === null) return t('review.notLoaded')
  return t(isOn ? 'review.yes' : 'review.no')
}

/** Explains why a credential no longer works; undefined if it may still work. */
export function endLabel({ active, expires_at }: Credential, now: number): string | undefined {
  if (expires_at !== null && hasExpired(expires_at, now)) return t('review.expired')
  return active === false ? t('review.inactiveToken') : undefined
}

function listed(parts: readonly (string | 0 | null | false)[]): string {
  return parts.filter((part) => typeof part === 'string').join(' · ')
}
