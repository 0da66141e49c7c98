import type { Account } from '../../../shared/operations/accounts.ts'
import type { AttentionItem } from '../../../shared/operations/attention.ts'
import {
  accessTokenSoonDays,
  accessTokenUrgentDays,
  urgentExpiryDays,
} from '../../../shared/rules/expiry.ts'
import { daysLeft, daysSince, hasExpired } from '../../../shared/rules/utc-days.ts'
import type { Notice } from '../../../shared/operations/desktop.ts'
import type { MenuScreen } from '../../../shared/operations/desktop.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../platform/messages.ts'
import { keyOf } from './already-notified.ts'

/** A notification, with the keys of everything that it covers. */
export interface ExpiryNotification {
  notice: Notice
  keys: string[]
}

/**
 * Notifies about keys and tokens in their last week, on their last day, and after they expire; about an account's
 * access token also two weeks and three days ahead. Combines several into a single notification. Ignores items that
 * expired over a week ago.
 */
export function expiryNotification(
  { id: account, label }: Pick<Account, 'id' | 'label'>,
  items: readonly AttentionItem[],
  { now, isNotified }: { now: number; isNotified: (key: string) => boolean },
): ExpiryNotification | undefined {
  const expiries = items.flatMap((item) => toExpiry(item, now) ?? [])
  const newExpiries = expiries
    .map((one) => ({ ...one, key: keyOf(account, one.what, one.id, one.at, one.stage) }))
    .filter(({ key }) => !isNotified(key))
  const [first, ...others] = newExpiries
  if (!first) return undefined
  const title = others.length > 0 ? 'desktop.itemsExpireTitle' : first.title
  return {
    keys: newExpiries.map(({ key }) => key),
    notice: {
      key: first.key,
      title: t(title, { account: label }),
      text: others.length > 0 ? formatSeveral(newExpiries) : first.text,
      visit: { screen: others.length > 0 ? 'home' : first.screen, account },
      onScreen: false,
    },
  }
}

type Stage = 'weeks' | 'week' | 'days' | 'day' | 'over'

interface Expiry {
  what: 'ssh-key' | 'token' | 'access-token'
  id: number
  at: string
  stage: Stage
  title: MessageId
  text: string
  screen: MenuScreen
}

/** How many days are left when each stage begins, last stage first. */
const usualStages = [
  ['day', 0],
  ['week', urgentExpiryDays],
] as const

const kinds = {
  'ssh-key': {
    stages: usualStages,
    screen: 'keys',
    expires: 'desktop.sshKeyExpires',
    expired: 'desktop.sshKeyExpired',
  },
  token: {
    stages: usualStages,
    screen: 'tokens',
    expires: 'desktop.tokenExpires',
    expired: 'desktop.tokenExpired',
  },
  'access-token': {
    stages: [
      ['days', accessTokenUrgentDays],
      ['weeks', accessTokenSoonDays],
    ],
    screen: 'accounts',
    expires: 'desktop.tokenExpires',
    expired: 'desktop.tokenExpired',
  },
} as const

function toExpiry(item: AttentionItem, now: number): Expiry | undefined {
  switch (item.kind) {
    case 'ssh-key-expired':
    case 'ssh-key-expiring':
      return createExpiry('ssh-key', { ...item, id: item.keyId, name: item.title }, now)
    case 'token-expired':
    case 'token-expiring':
      return createExpiry('token', { ...item, id: item.tokenId }, now)
    case 'access-token-expired':
    case 'access-token-expiring':
      return createExpiry('access-token', { ...item, id: 0, name: undefined }, now)
    default:
      return undefined
  }
}

function createExpiry(
  what: Expiry['what'],
  { id, name = t('desktop.ownToken'), at }: { id: number; name: string | undefined; at: string },
  now: number,
): Expiry | undefined {
  const { stages, screen, expires, expired } = kinds[what]
  const stage = expiryStage(at, now, stages)
  if (!stage) return undefined
  const title = stage === 'over' ? expired : expires
  return { what, id, at, stage, screen, title, text: formatItem(name, stage, at, now) }
}

function expiryStage(
  at: string,
  now: number,
  stages: readonly (readonly [Stage, days: number])[],
): Stage | undefined {
  if (hasExpired(at, now)) return daysSince(at, now) > urgentExpiryDays ? undefined : 'over'
  return stages.find(([, days]) => daysLeft(at, now) <= days)?.[0]
}

function formatItem(name: string, stage: Stage, at: string, now: number): string {
  if (stage === 'over') return t('desktop.itemExpired', { name })
  const days = daysLeft(at, now)
  if (days === 0) return t('desktop.itemExpiresToday', { name })
  return t('desktop.itemExpiresInDays', { name, days })
}

function formatSeveral(expiries: readonly Expiry[]): string {
  const over = expiries.filter(({ stage }) => stage === 'over').length
  const soon = expiries.length - over
  return [
    ...(over > 0 ? [t('desktop.itemsExpired', { count: over })] : []),
    ...(soon > 0 ? [t('desktop.itemsExpireSoon', { count: soon })] : []),
  ].join(' ')
}
