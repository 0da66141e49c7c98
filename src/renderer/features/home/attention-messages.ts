import type { AttentionItem, urgentExpiryDays } from '../../../shared/app/attention.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { fullDay, fullDayOfMoment, momentWords } from '../../ui/time/moments.ts'
import { timeLeft } from '../../ui/time/time-left.ts'

const urgentDays: typeof urgentExpiryDays = 7

/** One thing to look at, as it is written on the screen. */
export interface AttentionWords {
  key: string
  title: string
  /** What follows from it, and what helps. */
  text: string
  tone: 'urgent' | 'soon' | 'quiet'
  /** The screen where something can be done about it, and the part of it. */
  screen: 'ssh-keys' | 'emails' | 'tokens' | 'status' | 'actions' | 'directory'
  query?: Record<string, string>
}

/** Says what an item is about, at a moment in milliseconds since 1970. */
export function attentionWords(item: AttentionItem, now: number): AttentionWords {
  const { kind } = item
  switch (kind) {
    case 'ssh-keys-missing':
      return {
        key: kind,
        title: 'No SSH key yet',
        text: 'Add one to use Git over SSH.',
        tone: 'quiet',
        screen: 'ssh-keys',
      }
    case 'ssh-key-expired':
      return {
        key: `${kind}-${item.keyId}`,
        title: `SSH key ${bidiIsolate(item.title)} has expired`,
        text: `It stopped working on ${dayOf(item.at)}. Renew it, or delete it.`,
        tone: 'urgent',
        screen: 'ssh-keys',
      }
    case 'ssh-key-expiring':
      return {
        key: `${kind}-${item.keyId}`,
        title: `SSH key ${bidiIsolate(item.title)} expires ${leftWords(item.daysLeft)}`,
        text: `On ${dayOf(item.at)}. Renew it before, so that nothing stops working.`,
        tone: isUrgent(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'ssh-keys',
      }
    case 'ssh-key-weak':
      return {
        key: `${kind}-${item.keyId}`,
        title: `SSH key ${bidiIsolate(item.title)} is weak`,
        text: item.message,
        tone: 'quiet',
        screen: 'ssh-keys',
      }
    case 'email-unconfirmed':
      return {
        key: `${kind}-${item.emailId}`,
        title: `${bidiIsolate(item.email)} is not confirmed`,
        text: 'Open the link in the mail that was sent to it.',
        tone: 'quiet',
        screen: 'emails',
      }
    case 'token-expired':
      return {
        key: `${kind}-${item.tokenId}`,
        title: `Token ${bidiIsolate(item.name)} has expired`,
        text: `It stopped working on ${fullDay(item.at)}. Create another, and forget this one.`,
        tone: 'urgent',
        screen: 'tokens',
      }
    case 'token-expiring':
      return {
        key: `${kind}-${item.tokenId}`,
        title: `Token ${bidiIsolate(item.name)} expires ${leftWords(item.daysLeft)}`,
        text: `On ${fullDay(item.at)}. Tokens cannot be renewed: create another before.`,
        tone: isUrgent(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'tokens',
      }
    case 'status-clearing':
      return {
        key: kind,
        title: 'Your status is about to clear',
        text: statusText(item, now),
        tone: 'quiet',
        screen: 'status',
      }
  }
}

const isUrgent = (daysLeft: number) => daysLeft <= urgentDays

function leftWords(daysLeft: number): string {
  if (daysLeft < 1) return 'within a day'
  return `in ${daysLeft} day${daysLeft === 1 ? '' : 's'}`
}

function statusText({ at, message }: { at: string; message?: string }, now: number): string {
  const end = Date.parse(at)
  const when = `${timeLeft(end - now)} left, until ${momentWords(end, now)}.`
  return message ? `${bidiIsolate(message)}: ${when}` : when
}

/** The local day of a moment, or the day itself. */
function dayOf(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return fullDay(at)
  const moment = Date.parse(at)
  return Number.isNaN(moment) ? at : fullDayOfMoment(moment)
}
