import type { QueueAction } from '../../shared/rules/moderation.ts'
import { t } from '../ui/messages.ts'

/** What an action changes. It decides how one that can’t be undone is confirmed. */
type Target =
  /** Users: by the username of one, or the number of many. */
  | 'users'
  /** New users: by the number of many. The form of one is its confirmation. */
  | 'new users'
  /** A token: in a dialog, unless it was never used. */
  | 'token'
  /** Something of one’s own account or on this computer: in a dialog that names it. */
  | 'own'
  /** Everything on this computer: by a word. */
  | 'device'

/** Everything that is ever confirmed. An action of administrators doesn’t compile before it is decided here. */
const targets = {
  block: 'users',
  unblock: 'users',
  ban: 'users',
  unban: 'users',
  activate: 'users',
  deactivate: 'users',
  approve: 'users',
  reject: 'users',
  disable_two_factor: 'users',
  delete: 'users',
  hard_delete: 'users',
  revoke_impersonation_tokens: 'users',
  revoke_personal_access_tokens: 'users',
  delete_ssh_keys: 'users',
  delete_gpg_keys: 'users',
  delete_emails: 'users',
  delete_identities: 'users',
  remove_memberships: 'users',
  add_note: 'users',
  edit_user: 'users',
  delete_user_key: 'users',
  delete_user_email: 'users',
  delete_user_identity: 'users',
  give_up_admin: 'users',
  create_users: 'new users',
  revoke_token: 'token',
  delete_record: 'own',
  delete_own_key: 'own',
  delete_own_email: 'own',
  forget_token: 'own',
  sign_out: 'own',
  delete_leftover: 'own',
  delete_everything: 'device',
} as const satisfies Record<QueueAction, Target> & Record<string, Target>

/** How much an action does. */
export interface ActionWeight {
  what: keyof typeof targets
  /** Whether it can be undone, so that Undo is offered afterwards. */
  isReversible: boolean
  /** How many things it changes; by default one. */
  count?: number
  /** The username of the only user whom it changes. */
  username?: string | undefined
  /** Whether the service says that the token was never used. */
  isUnused?: boolean
}

/** A reversible action on more than these needs a confirmation. */
const undoableAtOnce = 50

/**
 * How an action is confirmed: in a dialog, where `typed` has to be typed if it is there. Undefined for what is done at once. One rule
 * for the whole app: what can be undone asks only when it changes many things, and what can’t be undone asks by its weight.
 */
export function confirmationOf(weight: ActionWeight): { typed?: string } | undefined {
  const { what, isReversible, count = 1, username, isUnused } = weight
  if (count > (isReversible ? undoableAtOnce : 1)) return { typed: String(count) }
  if (isReversible) return undefined
  switch (targets[what]) {
    case 'users':
      return { typed: username ?? String(count) }
    case 'new users':
      return undefined
    case 'token':
      return isUnused ? undefined : {}
    case 'own':
      return {}
    case 'device':
      return { typed: t('app.confirmWord') }
  }
}

/** Whether a typed text is the wanted one. Case and an @ don’t matter, and the digits of a number may be grouped. */
export function matchesTextToType(typed: string, wanted: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const text = fold(typed).replace(/^@/, '')
  if (!/^\d+$/.test(wanted)) return text === fold(wanted)
  return /^\d[\d.,'’\s]*$/.test(text) && text.replace(/\D/g, '') === wanted
}
