import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { type Message, type MessageId, message } from '../../../shared/messages/message.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'

/** A list that administrators use often, with the actions to suggest for it. */
export interface BuiltInView {
  name: string
  label: Message
  filter: DirectoryFilter
  actions: readonly ModerationAction[]
  /** The columns until others are chosen; the usual ones unless told. */
  columns?: readonly DirectoryColumn[]
}

/** What tells a person from somebody who only wants in, because nobody should be approved by a name alone. */
const signUpColumns: readonly DirectoryColumn[] = [
  'name',
  'email',
  'email_domain',
  'email_confirmed',
  'created_at',
  'note',
  'id',
]

/** Days without activity after which a user counts as inactive. */
const inactiveDays = 90

/** The built-in views on a day `YYYY-MM-DD`. */
export function builtInViews(today: string): BuiltInView[] {
  return [
    view('everyone', {}),
    {
      ...view('pending', { states: ['blocked_pending_approval'] }, ['approve', 'reject']),
      columns: signUpColumns,
    },
    view('blocked', { states: ['blocked', 'ldap_blocked'] }, ['unblock']),
    view('banned', { states: ['banned'] }, ['unban']),
    view('inactive', { states: ['active'], inactive_days: inactiveDays }, ['deactivate']),
    view('noTwoFactor', { two_factor: 'disabled' }),
    view('admins', { admins: true }),
    view('external', { external: true }),
    view('bots', { bots: true }),
    view('new', { created_after: daysBefore(today, 7) }),
  ]
}

type MessageName<Id> = Id extends `directory.view_${infer Name}` ? Name : never

function view(
  name: MessageName<MessageId>,
  filter: DirectoryFilter,
  actions: readonly ModerationAction[] = ['block'],
): BuiltInView {
  return { name, label: message(`directory.view_${name}`, { days: inactiveDays }), filter, actions }
}

function daysBefore(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) - days * 24 * 60 * 60 * 1000
  return new Date(at).toISOString().slice(0, 10)
}
