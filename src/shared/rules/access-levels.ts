import { type Message, type MessageId, message } from '../messages/message.ts'

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

/** The name of an access level; one that is not known is its number. */
export function accessLevelMessage(level: number | null | undefined): Message {
  if (typeof level !== 'number') return message('users.accessUnknown')
  const label = labels[level]
  return label ? message(label) : message('users.accessLevel', { level: String(level) })
}
