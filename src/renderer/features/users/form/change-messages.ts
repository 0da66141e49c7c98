import type { MessageId } from '../../../../shared/messages/message.ts'
import { type FormField, type UserField, userFields } from '../../../../shared/rules/user-fields.ts'
import { choicesOf } from '../../../components/profile/field-text.ts'
import { t } from '../../../ui/messages.ts'
import { type UserDraft, changedNames } from './user-draft.ts'

/** A change as shown before it is sent. */
export interface ChangeRow {
  name: FormField
  label: string
  from: string
  to: string
}

/** The changes that will be sent, with old and new values. Passwords are never shown. */
export function changeRows(before: UserDraft, draft: UserDraft): ChangeRow[] {
  return changedNames(before, draft).map((name) => ({
    name,
    label: t(userFields[name].label),
    from: formatFieldValue(name, before[name]),
    to: formatFieldValue(name, draft[name]),
  }))
}

/** Formats a field’s value. */
export function formatFieldValue(name: FormField, value: string): string {
  const { kind } = userFields[name]
  const choices = choicesOf(kind)
  const text = value.trim()
  if (kind === 'password') return t(text ? 'fields.newPassword' : 'fields.notShown')
  if (text === '') return t(emptyLabel(kind))
  if (kind === 'flag') return t(text === 'yes' ? 'common.yes' : 'common.no')
  if (choices) {
    const choice = choices[Number(text)]
    return choice ? t(choice) : text
  }
  if (name === 'shared_runners_minutes_limit' && Number(text) === 0) {
    return t('fields.unlimited')
  }
  return text
}

function emptyLabel(kind: UserField['kind']): MessageId {
  if (kind === 'minutes') return 'fields.instanceDefault'
  return kind === 'flag' ? 'fields.unknown' : 'fields.empty'
}
