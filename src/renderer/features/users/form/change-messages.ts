import { userFieldLabels } from '../../../../shared/field-labels.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import { t } from '../../../ui/messages.ts'
import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { userFields } from './user-fields.ts'
import type { UserFieldKind, UserFieldName } from './user-fields.ts'

/** One change, shown before it is sent. */
export interface ChangeRow {
  name: UserFieldName
  label: string
  from: string
  to: string
}

/** The changes that would be sent, old and new value side by side. Passwords are never shown. */
export function changeRows(before: UserDraft, draft: UserDraft): ChangeRow[] {
  return changedNames(before, draft).map((name) => ({
    name,
    label: t(userFieldLabels[name]),
    from: formatFieldValue(name, before[name]),
    to: formatFieldValue(name, draft[name]),
  }))
}

/** Formats the value of a field. */
export function formatFieldValue(name: UserFieldName, value: string): string {
  const { kind, choices } = userFields[name]
  const text = value.trim()
  if (kind === 'password') return t(text ? 'fields.newPassword' : 'fields.notShown')
  if (text === '') return t(emptyLabel(kind))
  if (kind === 'flag') return t(text === 'yes' ? 'fields.yes' : 'fields.no')
  if (kind === 'choice') {
    const choice = choices?.[Number(text)]
    return choice ? t(choice) : text
  }
  if (name === 'shared_runners_minutes_limit' && Number(text) === 0) {
    return t('fields.unlimited')
  }
  return text
}

function emptyLabel(kind: UserFieldKind): MessageId {
  if (kind === 'minutes') return 'fields.instanceDefault'
  return kind === 'flag' ? 'fields.unknown' : 'fields.empty'
}
