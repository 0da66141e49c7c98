import type { QueueAction } from '../../shared/rules/moderation.ts'
import { t } from '../ui/messages.ts'

/** What an action changes, which determines how to confirm it if it’s irreversible. */
type Target =
  /** Users: type the username of a single user or the count of several. */
  | 'users'
  /** New users: type the count of several. For a single one, the form is confirmation enough. */
  | 'new users'
  /** A user’s key, token, or address: a dialog shows it and its owner. */
  | 'credential'
  /** Something on one’s own account or this computer: a dialog shows it. */
  | 'own'
  /** Nothing, but it sends many requests: a dialog shows how many. */
  | 'nothing'
  /** Everything on this computer: type a word. */
  | 'device'

/** Every action that needs confirmation. New admin actions don’t compile until they’re listed here. */
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
  hand_over: 'users',
  second_look: 'nothing',
  delete_user_key: 'credential',
  delete_user_email: 'credential',
  delete_user_identity: 'users',
  give_up_admin: 'users',
  create_users: 'new users',
  revoke_token: 'credential',
  delete_record: 'own',
  delete_own_key: 'own',
  delete_own_email: 'own',
  forget_token: 'own',
  sign_out: 'own',
  delete_leftover: 'own',
  start_limits_anew: 'own',
  delete_everything: 'device',
} as const satisfies Record<QueueAction, Target> & Record<string, Target>

/** How much an action changes. */
export interface ActionWeight {
  what: keyof typeof targets
  /** Whether it can be undone. If so, Undo is offered afterwards. */
  isReversible: boolean
  /** How many items are affected; 1 by default. */
  count?: number
  /** The username, if only one user is affected. */
  username?: string | undefined
}

/** Reversible actions and reads need confirmation beyond this many users. */
const maxUnconfirmed = 50

/**
 * How to confirm an action: in a dialog that requires typing `typed` if it’s set, or not at all if undefined. This is
 * the app’s only rule: reversible actions need confirmation if they affect many items, and irreversible ones depending
 * on their weight.
 */
export function confirmationOf(weight: ActionWeight): { typed?: string } | undefined {
  const { what, isReversible, count = 1, username } = weight
  if (targets[what] === 'nothing') return count > maxUnconfirmed ? {} : undefined
  if (count > (isReversible ? maxUnconfirmed : 1)) return { typed: String(count) }
  if (isReversible) return undefined
  switch (targets[what]) {
    case 'users':
      return { typed: username ?? String(count) }
    case 'new users':
      return undefined
    case 'credential':
    case 'own':
      return {}
    case 'device':
      return { typed: t('app.confirmWord') }
  }
}

/** Whether the typed text matches, ignoring case, a leading @, and digit grouping. */
export function matchesPhrase(typed: string, phrase: string): boolean {
  const fold = (text: string) => text.normalize('NFKC').trim().toLowerCase()
  const text = fold(typed).replace(/^@/, '')
  if (!/^\d+$/.test(phrase)) return text === fold(phrase)
  return /^\d[\d.,'’\s]*$/.test(text) && text.replace(/\D/g, '') === phrase
}
