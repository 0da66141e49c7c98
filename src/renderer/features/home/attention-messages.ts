import type { AttentionItem } from '../../../shared/operations/attention.ts'
import { accessTokenUrgentDays, isUrgentExpiry } from '../../../shared/rules/expiry.ts'
import type { DirectoryFilter } from '../../../shared/operations/directory.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { fullDay, fullDayOfMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** An entry of the list of what needs attention. */
export interface AttentionEntry {
  key: string
  title: string
  /** The consequence, and what to do. */
  text: string
  tone: 'urgent' | 'soon' | 'quiet'
  /** Whom the number in the title counts. */
  definition?: string
  /** What the link does, as a verb. */
  action: string
  /** The screen to fix it on, and its query. */
  screen: 'keys' | 'emails' | 'tokens' | 'accounts' | 'queue' | 'directory'
  query?: Record<string, string>
  /** The users who are selected there, unless others are. */
  selects?: { filter: DirectoryFilter; count: number }
}

/** Describes an item. */
export function attentionEntry(item: AttentionItem): AttentionEntry {
  const { kind } = item
  switch (kind) {
    case 'ssh-keys-missing':
      return {
        key: kind,
        title: t('home.noSshKey'),
        text: t('home.noSshKeyHint'),
        tone: 'quiet',
        screen: 'keys',
        action: t('home.addKey'),
      }
    case 'ssh-key-expired':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyExpired', { title: bidiIsolate(item.title) }),
        text: t('home.sshKeyExpiredHint', { day: dayOf(item.at) }),
        tone: 'urgent',
        screen: 'keys',
        action: t('home.renew'),
        query: { show: `ssh-${item.keyId}`, renew: '1' },
      }
    case 'ssh-key-expiring':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyExpires', { title: bidiIsolate(item.title), days: item.daysLeft }),
        text: t('home.sshKeyExpiresHint', { day: dayOf(item.at) }),
        tone: isUrgentExpiry(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'keys',
        action: t('home.renew'),
        query: { show: `ssh-${item.keyId}`, renew: '1' },
      }
    case 'ssh-key-weak':
      return {
        key: `${kind}-${item.keyId}`,
        title: t('home.sshKeyWeak', { title: bidiIsolate(item.title) }),
        text: item.message,
        tone: 'quiet',
        screen: 'keys',
        action: t('home.viewKey'),
        query: { show: `ssh-${item.keyId}` },
      }
    case 'email-unconfirmed':
      return {
        key: `${kind}-${item.emailId}`,
        title: t('home.emailUnconfirmed', { email: bidiIsolate(item.email) }),
        text: t('home.emailUnconfirmedHint'),
        tone: 'quiet',
        screen: 'emails',
        action: t('home.viewEmail'),
        query: { show: `${item.emailId}` },
      }
    case 'token-expired':
      return {
        key: `${kind}-${item.tokenId}`,
        title: t('home.tokenExpired', { name: bidiIsolate(item.name) }),
        text: t('home.tokenExpiredHint', { day: fullDay(item.at) }),
        tone: 'urgent',
        screen: 'tokens',
        action: t('home.viewToken'),
        query: { show: `${item.tokenId}` },
      }
    case 'token-expiring':
      return {
        key: `${kind}-${item.tokenId}`,
        title: t('home.tokenExpires', { name: bidiIsolate(item.name), days: item.daysLeft }),
        text: t('home.tokenExpiresHint', { day: fullDay(item.at) }),
        tone: isUrgentExpiry(item.daysLeft) ? 'urgent' : 'soon',
        screen: 'tokens',
        action: t('home.viewToken'),
        query: { show: `${item.tokenId}` },
      }
    case 'access-token-expired':
      return ownToken(kind, {
        title: t('home.ownTokenExpired'),
        text: t('home.ownTokenExpiredHint', { day: fullDay(item.at) }),
      })
    case 'access-token-expiring':
      return ownToken(kind, {
        title: t('home.ownTokenExpires', { days: item.daysLeft }),
        text: t('home.ownTokenExpiresHint', { day: fullDay(item.at) }),
        tone: isUrgentExpiry(item.daysLeft, accessTokenUrgentDays) ? 'urgent' : 'soon',
      })
    case 'access-token-unsaved':
      return ownToken(kind, {
        title: t('home.ownTokenUnsaved'),
        text: t('home.ownTokenUnsavedHint'),
      })
  }
}

/** An entry about the token with which the account is signed in. */
function ownToken(
  key: string,
  entry: Pick<AttentionEntry, 'title' | 'text'> & Partial<AttentionEntry>,
): AttentionEntry {
  return { key, tone: 'urgent', screen: 'accounts', action: t('home.viewToken'), ...entry }
}

/** The local day of a moment, or the day itself. */
function dayOf(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return fullDay(at)
  const moment = Date.parse(at)
  return Number.isNaN(moment) ? at : fullDayOfMoment(moment)
}
