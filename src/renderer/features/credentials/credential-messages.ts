import type {
  CredentialsState,
  InstanceCredential,
} from '../../../shared/operations/credentials.ts'
import {
  type InstanceCredentialFilter,
  createdRecentlyDays,
  credentialViews,
} from '../../../shared/rules/credentials.ts'
import { unusedDays } from '../../../shared/rules/expiry.ts'
import { credentialFacts } from '../../components/credential-facts.ts'
import { userStateLabel } from '../../components/user-states.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { formatNumber, t } from '../../ui/messages.ts'

/** The views and filters of the list that have a label of their own. */
export const shownFilters = [
  ...credentialViews,
  'active',
] as const satisfies readonly InstanceCredentialFilter[]
export type ShownFilter = (typeof shownFilters)[number]

export const viewLabel = (filter: ShownFilter) =>
  t(`credentials.filter_${filter}`, {
    days: filter === 'createdThisWeek' ? createdRecentlyDays : unusedDays,
  })

/** The owner, or why they are unknown. */
export function ownerText({ username, user }: InstanceCredential): string {
  if (username !== null) return `@${escapeBidi(username)}`
  return user === null
    ? t('credentials.noOwner')
    : t('credentials.unknownOwner', { id: String(user) })
}

/** The owner’s state, if they can’t sign in. */
export function ownerStateText({ owner_state: state }: InstanceCredential): string | undefined {
  if (state === null || state === 'active') return undefined
  return state === 'gone' ? t('credentials.ownerGone') : userStateLabel(state)
}

/** A credential’s kind and what else is known. */
export const instanceCredentialFacts = (credential: InstanceCredential) =>
  credentialFacts(t(`credentials.kind_${credential.kind}`), credential)

/** What the copy is doing, and how far it is. */
export function progressText({ phase, reading, tokens, loadedCount }: CredentialsState): string {
  if (phase !== 'reading') return ''
  return reading === 'owners'
    ? t('credentials.readingOwners')
    : t('credentials.readingTokens', { count: formatNumber(loadedCount ?? tokens) })
}

/** What the list lacks, each as a sentence. */
export function lackTexts(state: CredentialsState): string[] {
  const { phase, isUnsupported, skipped = 0, ownerUnknown, keys, tokens } = state
  return [
    isUnsupported && t('credentials.lacksTokens'),
    phase === 'none' && !isUnsupported && t('credentials.notLoaded'),
    phase === 'stopped' &&
      !isUnsupported &&
      t('credentials.stopped', { count: formatNumber(tokens) }),
    skipped > 0 && t('credentials.skipped', { count: skipped }),
    ownerUnknown > 0 && t('credentials.ownersUnknown', { count: ownerUnknown }),
    keys === undefined && t('credentials.lacksKeys'),
    keys !== undefined &&
      (keys.unread > 0
        ? t('credentials.keysInPart', { users: keys.users, unread: keys.unread, from: keys.from })
        : t('credentials.keysFrom', { users: keys.users, from: keys.from })),
  ].filter((text) => text !== false)
}
