import { type Message, type MessageId, message } from '../messages/message.ts'

interface AccessLevel {
  label: MessageId
  /** What files with new users call it; absent if members of a group can't have it. */
  role?: string
}

/** By level, lowest first (`lib/gitlab/access.rb`). */
export const accessLevels: Readonly<Record<number, AccessLevel>> = {
  0: { label: 'users.accessNone' },
  5: { label: 'users.accessMinimal', role: 'minimal' },
  10: { label: 'users.accessGuest', role: 'guest' },
  15: { label: 'users.accessPlanner', role: 'planner' },
  20: { label: 'users.accessReporter', role: 'reporter' },
  25: { label: 'users.accessSecurityManager', role: 'security_manager' },
  30: { label: 'users.accessDeveloper', role: 'developer' },
  40: { label: 'users.accessMaintainer', role: 'maintainer' },
  50: { label: 'users.accessOwner', role: 'owner' },
  60: { label: 'users.accessAdministrator' },
}

/** The minimum level that may run a project: its pipelines, branches, and members. */
export const maintainerLevel = 40

/** The minimum level that makes a user an owner of a group or project. */
export const ownerLevel = 50

/** The name of an access level, or its number if unknown. */
export function accessLevelMessage(level: number | null | undefined): Message {
  if (typeof level !== 'number') return message('users.accessUnknown')
  const label = accessLevels[level]?.label
  return label ? message(label) : message('users.accessLevel', { level: String(level) })
}
