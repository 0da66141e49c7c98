import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { userFields } from './user-fields.ts'
import type { UserFieldName } from './user-fields.ts'

/** One change as a person reads it before it is sent. */
export interface ChangeRow {
  name: UserFieldName
  label: string
  from: string
  to: string
}

/** What would be sent, old and new side by side. A password is never among it. */
export function changeRows(before: UserDraft, draft: UserDraft): ChangeRow[] {
  return changedNames(before, draft).map((name) => ({
    name,
    label: userFields[name].label,
    from: formatFieldValue(name, before[name]),
    to: formatFieldValue(name, draft[name]),
  }))
}

/** A value as it is shown: old and new side by side, and theirs beside mine. */
export function formatFieldValue(name: UserFieldName, value: string): string {
  const { kind, choices } = userFields[name]
  const text = value.trim()
  if (kind === 'password') return text ? 'a new one' : 'not shown'
  if (text === '') return kind === 'minutes' ? 'as the instance sets it' : emptyWords(kind)
  if (kind === 'flag') return text === 'yes' ? 'yes' : 'no'
  if (kind === 'choice') return choices?.[Number(text)] ?? text
  if (name === 'shared_runners_minutes_limit' && Number(text) === 0) return 'unlimited'
  return text
}

function emptyWords(kind: string): string {
  return kind === 'flag' ? 'not known' : 'empty'
}
