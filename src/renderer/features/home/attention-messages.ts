import type { AttentionItem, KeyedItem } from '../../../shared/operations/attention.ts'
import { accessTokenUrgentDays, isUrgentExpiry } from '../../../shared/rules/expiry.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { fullDay, fullDayOfMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

/** A link to a screen or to a page on the instance, or a terminal command. */
export type Fix =
  | {
      screen:
        | 'keys'
        | 'emails'
        | 'tokens'
        | 'accounts'
        | 'queue'
        | 'directory'
        | 'review'
        | 'rules'
        | 'settings'
      query?: Record<string, string>
    }
  | { page: string }
  | { command: string }

/** An entry in the attention list. */
export interface AttentionEntry {
  key: string
  title: string
  /** The consequences, and what to do. */
  text: string
  /**
   * `waiting`: an administrator has to decide; `urgent` and `soon`: it will stop working; `broken`: it has failed or
   * expired.
   */
  tone: 'waiting' | 'urgent' | 'soon' | 'broken' | 'quiet'
  /** Explains which users are counted in the title. */
  definition?: string
  /** The button label, a verb. */
  action: string
  /** Where or how to fix it. */
  fix: Fix
  /** Whether a session can take the place of the account’s token, if the instance offers that. */
  mayNeverRenew?: true
  /** Whether it can be ignored. */
  canIgnore?: true
}

const ranks = { waiting: 0, urgent: 1, soon: 1, broken: 2, quiet: 3 } as const

/** Sorts entries of all kinds; those of one rank are sorted already. */
export const rankOf = ({ tone }: Pick<AttentionEntry, 'tone'>): number => ranks[tone]

/** Describes an item that needs attention. */
export function attentionEntry({ key, ...item }: KeyedItem): AttentionEntry {
  return { key, canIgnore: true, ...describe(item) }
}

function describe(item: AttentionItem): Omit<AttentionEntry, 'key'> {
  switch (item.kind) {
    case 'ssh-keys-missing':
      return {
        title: t('home.noSshKey'),
        text: t('home.noSshKeyHint'),
        tone: 'quiet',
        action: t('home.addKey'),
        fix: { screen: 'keys' },
      }
    case 'ssh-key-expired':
      return {
        title: t('home.sshKeyExpired', { title: bidiIsolate(item.title) }),
        text: t('home.sshKeyExpiredHint', { day: dayOf(item.at) }),
        tone: 'broken',
        action: t('home.renew'),
        fix: { screen: 'keys', query: { show: `ssh-${item.keyId}`, renew: '1' } },
      }
    case 'ssh-key-expiring':
      return {
        title: t('home.sshKeyExpires', { title: bidiIsolate(item.title), days: item.daysLeft }),
        text: t('home.sshKeyExpiresHint', { day: dayOf(item.at) }),
        tone: isUrgentExpiry(item.daysLeft) ? 'urgent' : 'soon',
        action: t('home.renew'),
        fix: { screen: 'keys', query: { show: `ssh-${item.keyId}`, renew: '1' } },
      }
    case 'ssh-key-weak':
      return {
        title: t('home.sshKeyWeak', { title: bidiIsolate(item.title) }),
        text: item.message,
        tone: 'quiet',
        action: t('home.viewKey'),
        fix: { screen: 'keys', query: { show: `ssh-${item.keyId}` } },
      }
    case 'email-unconfirmed':
      return {
        title: t('home.emailUnconfirmed', { email: bidiIsolate(item.email) }),
        text: t('home.emailUnconfirmedHint'),
        tone: 'quiet',
        action: t('home.viewEmail'),
        fix: { screen: 'emails', query: { show: `${item.emailId}` } },
      }
    case 'token-expired':
      return {
        title: t('home.tokenExpired', { name: bidiIsolate(item.name) }),
        text: t('home.tokenOverHint', { day: fullDay(item.at) }),
        tone: 'broken',
        action: t('home.viewToken'),
        fix: { screen: 'tokens', query: { show: `${item.tokenId}` } },
      }
    case 'token-expiring':
      return {
        title: t('home.tokenExpires', { name: bidiIsolate(item.name), days: item.daysLeft }),
        text: t('home.tokenEndsHint', { day: fullDay(item.at) }),
        tone: isUrgentExpiry(item.daysLeft) ? 'urgent' : 'soon',
        action: t('home.viewToken'),
        fix: { screen: 'tokens', query: { show: `${item.tokenId}` } },
      }
    case 'token-unused':
      return {
        title: t('home.tokenUnused', { name: bidiIsolate(item.name), days: item.days }),
        text: t(item.wasUsed ? 'home.tokenUnusedHint' : 'home.tokenNeverUsedHint', {
          day: dayOf(item.at),
        }),
        tone: 'quiet',
        action: t('home.viewToken'),
        fix: { screen: 'tokens', query: { show: `${item.tokenId}` } },
      }
    case 'two-factor-off': {
      const providers = item.providers.map(bidiIsolate)
      return {
        title: t('home.twoFactorOff'),
        text: t(
          providers.length > 0 ? 'home.passkeyOrProviderHint' : 'home.passwordOrPasskeyHint',
          { providers },
        ),
        tone: 'quiet',
        action: t('home.addTwoFactor'),
        fix: { page: '-/profile/two_factor_auth' },
      }
    }
    case 'local-key-unprotected':
      return {
        title: t('home.keyUnprotected', { file: bidiIsolate(item.file) }),
        text: t('home.keyUnprotectedHint'),
        tone: 'quiet',
        action: t('home.copyCommand'),
        fix: { command: item.command },
      }
    case 'key-on-two-accounts': {
      const { type, keyId } = item
      const labels = item.others.map(({ label }) => bidiIsolate(label))
      return {
        title: t(type === 'ssh' ? 'home.sshKeyShared' : 'home.gpgKeyShared', {
          title: bidiIsolate(item.title),
          count: labels.length + 1,
        }),
        text: t('home.keySharedHint', { labels }),
        tone: 'quiet',
        action: t('home.viewKey'),
        fix: { screen: 'keys', query: { show: `${type}-${keyId}` } },
      }
    }
    case 'access-token-expired':
      return ownToken({
        title: t('home.ownTokenExpired'),
        text: t('home.ownTokenExpiredHint', { day: fullDay(item.at) }),
      })
    case 'access-token-expiring':
      return ownToken({
        title: t('home.ownTokenExpires', { days: item.daysLeft }),
        text: t('home.ownTokenExpiresHint', { day: fullDay(item.at) }),
        mayNeverRenew: true,
        tone: isUrgentExpiry(item.daysLeft, accessTokenUrgentDays) ? 'urgent' : 'soon',
      })
    case 'access-token-unsaved':
      return ownToken({
        title: t('home.ownTokenUnsaved'),
        text: t('home.ownTokenUnsavedHint'),
      })
  }
}

/** An entry about the account’s own token. */
function ownToken(
  entry: Pick<AttentionEntry, 'title' | 'text'> & Partial<AttentionEntry>,
): Omit<AttentionEntry, 'key'> {
  return { tone: 'urgent', action: t('home.viewToken'), fix: { screen: 'accounts' }, ...entry }
}

/** Converts a timestamp to a local date; a plain date is returned unchanged. */
function dayOf(at: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(at)) return fullDay(at)
  const moment = Date.parse(at)
  return Number.isNaN(moment) ? at : fullDayOfMoment(moment)
}
