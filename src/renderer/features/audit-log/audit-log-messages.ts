import type { AuditLogEntry } from '../../../shared/app/audit-log.ts'
import { auditActionLabel, changeText } from '../../../shared/audit-words.ts'
import { userStateWords } from '../../data/user-states.ts'

/** How an outcome is called and coloured. */
export const outcomeLook: Record<AuditLogEntry['outcome'], { label: string; tone: string }> = {
  done: { label: 'Done', tone: 'primary' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Outcome unknown', tone: 'warning' },
}

/** What was done, with the object: "Delete SSH key “laptop”". An edited user is the object. */
export function entryTitle({ action, object }: Pick<AuditLogEntry, 'action' | 'object'>): string {
  const label = auditActionLabel(action)
  return object && action !== 'users.modify' ? `${label} “${object}”` : label
}

/** The values that were written, without the one that the title shows. */
export function valueWords({ action, object, changes }: AuditLogEntry): string[] {
  const isInTitle = (value: unknown) => action !== 'users.modify' && value === object
  return changes
    .filter(({ before, after }) => after === undefined || before !== undefined || !isInTitle(after))
    .map(changeText)
}

/** "Active → Blocked", as far as it was read. */
export function changeWords({ before, after }: Pick<AuditLogEntry, 'before' | 'after'>) {
  if (before === undefined && after === undefined) return undefined
  return `${stateOf(before)} → ${stateOf(after)}`
}

function stateOf(state: string | undefined): string {
  if (state === undefined) return 'not read'
  return state === 'gone' ? 'Gone' : userStateWords(state)
}
