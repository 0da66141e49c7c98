import type { MessageId } from '../../shared/messages/message.ts'
import { t } from '../ui/messages.ts'

// lib/gitlab/access.rb
const labels: Record<number, MessageId> = {
  0: 'users.accessNone',
  5: 'users.accessMinimal',
  10: 'users.accessGuest',
  15: 'users.accessPlanner',
  20: 'users.accessReporter',
  30: 'users.accessDeveloper',
  40: 'users.accessMaintainer',
  50: 'users.accessOwner',
  60: 'users.accessAdministrator',
}

/** The level from which a user owns a group or a project. */
export const ownerLevel = 50

/** The name of an access level; one that is not known is shown as its number. */
export function accessLevelLabel(level: number | null | undefined): string {
  if (typeof level !== 'number') return t('users.accessUnknown')
  const label = labels[level]
  return label ? t(label) : t('users.accessLevel', { level: String(level) })
}
