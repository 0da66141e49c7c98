import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import { auditActionLabel, changeMessage } from '../../../shared/rules/audit-labels.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { isDeletionAccepted } from '../../../shared/rules/moderation.ts'
import { userStateLabel } from '../../components/user-states.ts'
import { t, textOf } from '../../ui/messages.ts'

/** The label and color for each outcome. */
export const outcomeTags: Record<AuditLogEntry['outcome'], { label: MessageId; tone: string }> = {
  done: { label: 'queue.stateDone', tone: 'primary' },
  refused: { label: 'queue.stateRefused', tone: 'danger' },
  unknown: { label: 'queue.stateUnknown', tone: 'warning' },
}

/** The action with its object: "Delete SSH key “laptop”". For an edit, the object is the user. */
export function entryTitle({ action, object }: Pick<AuditLogEntry, 'action' | 'object'>): string {
  const label = auditActionLabel(action)
  return object && action !== 'users.modify'
    ? t('auditLog.titleWithObject', { action: label, object })
    : textOf(label)
}

/** The values written by an action, except the one in the title. */
export function formatValues({ action, object, changes }: AuditLogEntry): string[] {
  const isInTitle = (value: unknown) => action !== 'users.modify' && value === object
  return changes
    .filter(({ before, after }) => after === undefined || before !== undefined || !isInTitle(after))
    .map((change) => textOf(changeMessage(change)))
}

/** "Active → Blocked"; undefined if the state didn’t change. */
export function formatStateChange({
  action,
  outcome,
  before,
  after,
}: Pick<AuditLogEntry, 'action' | 'outcome' | 'before' | 'after'>): string | undefined {
  const isAccepted = outcome === 'done' && isDeletionAccepted(action, after)
  if (before === after && !isAccepted) return undefined
  return t('auditLog.stateChange', {
    before: formatState(before),
    after: isAccepted ? t('auditLog.deletionAccepted') : formatState(after),
  })
}

function formatState(state: string | undefined): string {
  if (state === undefined) return t('auditLog.notRead')
  return state === 'gone' ? t('auditLog.gone') : userStateLabel(state)
}
