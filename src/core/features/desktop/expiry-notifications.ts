import type { Account } from '../../../shared/app/accounts.ts'
import { type AttentionItem, urgentExpiryDays } from '../../../shared/app/attention.ts'
import type { Notice, VisitedScreen } from '../../../shared/app/desktop.ts'
import { keyOf } from './already-notified.ts'

const dayMs = 24 * 60 * 60_000

/** Something to tell, and what counts as told by it. */
export interface ExpiryNotification {
  notice: Notice
  keys: string[]
}

/**
 * What to tell of keys and tokens that expire: in the last week, on the last day, and when they have expired. Several are
 * told as one. What expired long ago was told by others, or nobody cares.
 */
export function expiryNotification(
  { id: account, label }: Pick<Account, 'id' | 'label'>,
  items: readonly AttentionItem[],
  { now, isTold }: { now: number; isTold: (key: string) => boolean },
): ExpiryNotification | undefined {
  const due = items.flatMap((item) => expiryOf(item, now) ?? [])
  const fresh = due
    .map((one) => ({ ...one, key: keyOf(account, one.what, one.id, one.at, one.stage) }))
    .filter(({ key }) => !isTold(key))
  const [first, ...others] = fresh
  if (!first) return undefined
  const title = `${others.length > 0 ? 'Keys and tokens expire' : first.title} – ${label}`
  return {
    keys: fresh.map(({ key }) => key),
    notice: {
      key: first.key,
      title,
      text: others.length > 0 ? severalWords(fresh) : first.text,
      visit: { screen: others.length > 0 ? 'home' : first.screen, account },
      onScreen: false,
    },
  }
}

type Stage = 'week' | 'day' | 'over'

interface Expiry {
  what: 'ssh-key' | 'token'
  id: number
  at: string
  stage: Stage
  title: string
  text: string
  screen: VisitedScreen
}

function expiryOf(item: AttentionItem, now: number): Expiry | undefined {
  switch (item.kind) {
    case 'ssh-key-expired':
    case 'ssh-key-expiring': {
      const stage = stageOf(item.at, now)
      return (
        stage && {
          ...{ what: 'ssh-key', id: item.keyId, at: item.at, stage, screen: 'ssh-keys' },
          title: stage === 'over' ? 'An SSH key has expired' : 'An SSH key expires',
          text: sentence(item.title, stage, item.at, now),
        }
      )
    }
    case 'token-expired':
    case 'token-expiring': {
      const stage = stageOf(item.at, now)
      return (
        stage && {
          ...{ what: 'token', id: item.tokenId, at: item.at, stage, screen: 'tokens' },
          title: stage === 'over' ? 'A token has expired' : 'A token expires',
          text: sentence(item.name, stage, item.at, now),
        }
      )
    }
    default:
      return undefined
  }
}

function stageOf(at: string, now: number): Stage | undefined {
  const left = Date.parse(at) - now
  if (left <= -urgentExpiryDays * dayMs || left > urgentExpiryDays * dayMs) return undefined
  if (left <= 0) return 'over'
  return left <= dayMs ? 'day' : 'week'
}

function sentence(name: string, stage: Stage, at: string, now: number): string {
  if (stage === 'over') return `“${name}” does not work any more.`
  if (stage === 'day') return `“${name}” works for less than a day.`
  const days = Math.floor((Date.parse(at) - now) / dayMs)
  return `“${name}” works for ${days} more ${days === 1 ? 'day' : 'days'}.`
}

function severalWords(fresh: readonly Expiry[]): string {
  const over = fresh.filter(({ stage }) => stage === 'over').length
  const soon = fresh.length - over
  return [
    ...(over > 0 ? [`${over} ${over === 1 ? 'has' : 'have'} expired.`] : []),
    ...(soon > 0 ? [`${soon} ${soon === 1 ? 'expires' : 'expire'} within a week.`] : []),
  ].join(' ')
}
