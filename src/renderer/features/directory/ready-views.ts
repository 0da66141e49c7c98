import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'

/** A list that administrators use often, with the actions that fit it. */
export interface ReadyView {
  id: string
  label: Message
  filter: DirectoryFilter
  actions: readonly ModerationAction[]
}

/** Days without activity after which a user counts as inactive. */
const inactiveDays = 90

/** The ready views as of a day `YYYY-MM-DD`. */
export function readyViews(today: string): ReadyView[] {
  return [
    { id: 'everyone', label: message('directory.view_everyone'), filter: {}, actions: ['block'] },
    {
      id: 'pending',
      label: message('directory.view_pending'),
      filter: { states: ['blocked_pending_approval'] },
      actions: ['approve', 'reject'],
    },
    {
      id: 'blocked',
      label: message('directory.view_blocked'),
      filter: { states: ['blocked', 'ldap_blocked'] },
      actions: ['unblock'],
    },
    {
      id: 'banned',
      label: message('directory.view_banned'),
      filter: { states: ['banned'] },
      actions: ['unban'],
    },
    {
      id: 'inactive',
      label: message('directory.view_inactive', { days: inactiveDays }),
      filter: { states: ['active'], inactive_days: inactiveDays },
      actions: ['deactivate'],
    },
    {
      id: 'no-two-factor',
      label: message('directory.view_noTwoFactor'),
      filter: { two_factor: 'disabled' },
      actions: ['block'],
    },
    {
      id: 'admins',
      label: message('directory.view_admins'),
      filter: { admins: true },
      actions: ['block'],
    },
    {
      id: 'external',
      label: message('directory.view_external'),
      filter: { external: true },
      actions: ['block'],
    },
    {
      id: 'bots',
      label: message('directory.view_bots'),
      filter: { bots: true },
      actions: ['block'],
    },
    {
      id: 'new',
      label: message('directory.view_new'),
      filter: { created_after: daysBefore(today, 7) },
      actions: ['block'],
    },
  ]
}

function daysBefore(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) - days * 24 * 60 * 60 * 1000
  return new Date(at).toISOString().slice(0, 10)
}
