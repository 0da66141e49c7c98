import type { DirectoryFilter } from '../../../shared/app/directory.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'

/** A list that an administrator needs again and again, and what is usually done with it. */
export interface ReadyView {
  id: string
  label: string
  filter: DirectoryFilter
  actions: readonly ModerationAction[]
}

/** Days without a sign of life after which somebody counts as inactive. */
const inactiveDays = 90

/** The ready views as of a day `YYYY-MM-DD`. */
export function readyViews(today: string): ReadyView[] {
  return [
    { id: 'everyone', label: 'Everyone', filter: {}, actions: ['block'] },
    {
      id: 'pending',
      label: 'Pending approval',
      filter: { states: ['blocked_pending_approval'] },
      actions: ['approve', 'reject'],
    },
    {
      id: 'blocked',
      label: 'Blocked',
      filter: { states: ['blocked', 'ldap_blocked'] },
      actions: ['unblock'],
    },
    { id: 'banned', label: 'Banned', filter: { states: ['banned'] }, actions: ['unban'] },
    {
      id: 'inactive',
      label: `Inactive ${inactiveDays} days`,
      filter: { states: ['active'], inactive_days: inactiveDays },
      actions: ['deactivate'],
    },
    {
      id: 'no-two-factor',
      label: 'Without two-factor',
      filter: { two_factor: 'disabled' },
      actions: ['block'],
    },
    { id: 'admins', label: 'Administrators', filter: { admins: true }, actions: ['block'] },
    { id: 'external', label: 'External', filter: { external: true }, actions: ['block'] },
    { id: 'bots', label: 'Bots', filter: { bots: true }, actions: ['block'] },
    {
      id: 'new',
      label: 'Created this week',
      filter: { created_after: daysBefore(today, 7) },
      actions: ['block'],
    },
  ]
}

function daysBefore(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) - days * 24 * 60 * 60 * 1000
  return new Date(at).toISOString().slice(0, 10)
}
