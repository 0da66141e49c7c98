import type { MessageId } from '../../shared/messages/message.ts'
import { t } from '../ui/messages.ts'

const labels: Record<string, MessageId> = {
  active: 'users.stateActive',
  blocked: 'users.stateBlocked',
  ldap_blocked: 'users.stateLdapBlocked',
  blocked_pending_approval: 'users.statePendingApproval',
  banned: 'users.stateBanned',
  deactivated: 'users.stateDeactivated',
}

/** A user state’s label. Unknown states are shown unchanged. */
export function userStateLabel(state: string): string {
  if (Object.hasOwn(labels, state)) return t(labels[state]!)
  const words = state.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The color of a state’s dot. Being active is normal, so it has none. */
export function userStateTone(state: string): 'warning' | 'danger' | undefined {
  if (state === 'active') return undefined
  return state === 'banned' ? 'danger' : 'warning'
}
