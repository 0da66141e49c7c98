import type { AttentionItem, urgentExpiryDays } from '../../../shared/app/attention.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { fullDay, fullDayOfMoment, formatMoment } from '../../ui/time/moments.ts'
import { formatTimeLeft } from '../../ui/time/time-left.ts'
import { t } from '../../ui/messages.ts'

const urgentDays: typeof urgentExpiryDays = 7

/** An entry of the list of what needs attention. */
export interface AttentionEntry {
  key: string
  title: string
  /** The consequence, and what to do. */
  text: string
  tone: 'urgent' | 'soon' | 'quiet'
  /** The screen to fix it on, and its query. */
  screen: 'ssh-keys' | 'emails' | 'tokens' | 'status' | 'actions' | 'directory'
  query?: Record<string, string>
}

/** Describes an item at a time in milliseconds since 1970. */
export function attentionEntry(item: AttentionItem, now: number): AttentionEntry {
  const { kind } = item
  switch (kind) {
    case 'ssh-keys-missing':
      return {
        key: kind,
        title: t('home.noSshKey'),
        text: t('home.noSshKeyHint'),
        tone: 'quiet',
        screen: 'ssh-keys',
      }
    case 'ssh-key-expired':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyExpired', { title: bidiIsolate(item.title) }),
        text: t('home.sshKeyExpiredHint', { day: dayOf(item.at) }),
        tone: 'urgent',
        screen: 'ssh-keys',
      }
    case 'ssh-key-expiring':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyExpires', { title: bidiIsolate(item.title), days: item.daysLeft }),
        text: t('home.sshKeyExpiresHint', { day: dayOf(item.at) }),
        tone: isUrgent(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'ssh-keys',
      }
    case 'ssh-key-weak':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyWeak', { title: bidiIsolate(item.title) }),
        text: item.message,
        tone: 'quiet',
        screen: 'ssh-keys',
      }
    case 'email-unconfirmed':
      return {
        key: `${kind}-${item.emailId}`,
        title: t('home.emailUnconfirmed', { email: bidiIsolate(item.email) }),
        text: t('home.emailUnconfirmedHint'),
        tone: 'quiet',
        screen: 'emails',
      }
    case 'token-expired':
      return {
        key: `${kind}-${item.tokenId}`,
        title: t('home.tokenExpired', { name: bidiIsolate(item.name) }),
        text: t('home.tokenExpiredHint', { day: fullDay(item.at) }),
        tone: 'urgent',
        screen: 'tokens',
      }
    case 'token-expiring':
      return {
        key: `${kind}-${item.tokenId}`,
        title: t('home.tokenExpires', { name: bidiIsolate(item.name), days: item.daysLeft }),
        text: t('home.tokenExpiresHint', { day: fullDay(item.at) }),
        tone: isUrgent(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'tokens',
      }
    case 'status-clearing':
      return {
        key: kind,
        title: t('home.statusClears'),
        text: statusText(item, now),
        tone: 'quiet',
        screen: 'status',
      }
  }
}

const isUrgent = (daysLeft: number) => daysLeft <= urgentDays

function statusText({ at, message }: { at: string; message?: string }, now: number): string {
  const end = Date.parse(at)
  const when = { left: formatTimeLeft(end - now), moment: formatMoment(end, now) }
  if (!message) return t('home.statusClearsHint', when)
  return t('home.statusClearsHintNamed', { message: bidiIsolate(message), ...when })
}

/** The local day of a moment, or the day itself. */
function dayOf(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return fullDay(at)
  const moment = Date.parse(at)
  return Number.isNaN(moment) ? at : fullDayOfMoment(moment)
}
