import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import { auditActionLabel, changeMessage } from '../../../shared/rules/audit-labels.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { isDeletionAccepted } from '../../../shared/rules/moderation.ts'
import { userStateLabel } from '../../components/user-states.ts'
import { formatNumber, t, textOf } from '../../ui/messages.ts'

/** The label and color for each outcome. Done is normal, so it has no color. */
export const outcomes: Record<
  AuditLogEntry['outcome'],
  { label: MessageId; tone?: 'danger' | 'warning' }
> = {
  done: { label: 'queue.stateDone' },
  refused: { label: 'queue.stateRefused', tone: 'danger' },
  unknown: { label: 'queue.stateUnknown', tone: 'warning' },
}

/** An entry’s outcome, or how many of a folded run’s entries weren’t done. */
export function outcomeOf({ outcome, folded }: AuditLogEntry): {
  text: string
  tone?: 'danger' | 'warning' | undefined
} {
  if (!folded) return { text: t(outcomes[outcome].label), tone: outcomes[outcome].tone }
  const problems = (['refused', 'unknown'] as const).filter((problem) => folded[problem] > 0)
  const texts = problems.map((problem) =>
    t('common.labeled', {
      label: t(outcomes[problem].label),
      value: formatNumber(folded[problem]),
    }),
  )
  const [worst = 'done'] = problems
  return { text: texts.join(' · ') || t(outcomes.done.label), tone: outcomes[worst].tone }
}

/** The action with its object, or all actions of a folded run. */
export function rowTitle(entry: AuditLogEntry): string {
  return (
    entry.folded?.actions.map((action) => textOf(auditActionLabel(action))).join(', ') ??
    entryTitle(entry)
  )
}

/** The user acted on, or how many a folded run acted on. */
export function userText({ target, folded }: AuditLogEntry): string {
  if (folded) return t('auditLog.folded', { users: folded.users, count: folded.entries })
  if (!target) return ''
  return target.username ? `@${target.username}` : t('auditLog.user', { id: target.id })
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
