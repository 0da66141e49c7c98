// app/models/user.rb
const known: Record<string, string> = {
  active: 'Active',
  blocked: 'Blocked',
  ldap_blocked: 'Blocked by the directory',
  blocked_pending_approval: 'Waiting for approval',
  banned: 'Banned',
  deactivated: 'Deactivated',
}

/** A user's state in words; one that is not known is shown as the service wrote it. */
export function userStateWords(state: string): string {
  return Object.hasOwn(known, state) ? known[state]! : state.replaceAll('_', ' ')
}
