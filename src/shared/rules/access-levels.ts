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

/** The minimum level that makes a user an owner of a group or project. */
export const ownerLevel = 50

/** The name of an access level, or its number if unknown. */
export function accessLevelMessage(level: number | null | undefined): Message {
  if (typeof level !== 'number') return message('users.accessUnknown')
  const label = labels[level]
  return label ? message(label) : message('users.accessLevel', { level: String(level) })
}
