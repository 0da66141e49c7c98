import { userFields } from '../../../../shared/rules/user-fields.ts'
import { nameInSentence } from '../../../components/shown-name.ts'
import { t } from '../../../ui/messages.ts'
import { fieldsInOrder } from './user-sections.ts'

interface UserNames {
  name: string
  username: string
}

/** The result of a save. */
export interface SavedEdit {
  now: UserNames & { email?: string | null | undefined }
  sent: readonly string[]
  ignored: readonly string[]
  /** Fields that others changed and that weren’t overwritten. */
  theirs: readonly string[]
  /** A new address that the user has to confirm first. */
  unconfirmed?: string | undefined
  /** Ignored fields for which GitLab stored a different value. */
  altered?: readonly string[]
}

/** Lists the fields that were saved and those that weren’t. */
export function userSavedMessage(edit: SavedEdit): string {
  const { now, sent, ignored, theirs, unconfirmed, altered = [] } = edit
  const user = nameInSentence(now)
  const isSaved = (name: string) =>
    !ignored.includes(name) && !(name === 'email' && unconfirmed !== undefined)
  const saved = fieldLabels(sent.filter(isSaved))
  const notSaved = fieldLabels(ignored.filter((name) => !altered.includes(name)))
  const isNothing = saved.length + ignored.length === 0 && unconfirmed === undefined
  return joinSentences(
    isNothing && t('editing.sameValues'),
    saved.length > 0 && notSaved.length === 0 && t('editing.saved', { user, fields: saved }),
    saved.length > 0 &&
      notSaved.length > 0 &&
      t('editing.savedExcept', { user, fields: notSaved, count: notSaved.length }),
    saved.length === 0 && notSaved.length > 0 && t('saving.notSaved', { fields: notSaved }),
    altered.length > 0 && t('editing.storedOtherValue', { fields: fieldLabels(altered) }),
    unconfirmed !== undefined &&
      t('editing.emailPending', { current: now.email ?? '', pending: unconfirmed }),
    theirs.length > 0 && t('saving.changedElsewhere', { fields: fieldLabels(theirs) }),
  )
}

/** Lists the fields that were undone and those that weren’t. */
export function undoneMessage(
  now: UserNames,
  { sent, left, ignored }: Record<'sent' | 'left' | 'ignored', readonly string[]>,
): string {
  const user = nameInSentence(now)
  const undone = fieldLabels(sent.filter((name) => !ignored.includes(name)))
  const leftLabels = fieldLabels(left)
  const isAll = leftLabels.length + ignored.length === 0
  return joinSentences(
    isAll && t('editing.undone', { user }),
    !isAll && undone.length > 0 && t('editing.undoneFields', { user, fields: undone }),
    !isAll && undone.length === 0 && t('editing.nothingUndone'),
    leftLabels.length > 0 && t('editing.keptAfterUndo', { fields: leftLabels }),
    ignored.length > 0 && t('saving.notUndone', { fields: fieldLabels(ignored) }),
  )
}

/** Lists the conflicting fields, which must be resolved before the user can be saved. */
export function editConflictMessage(
  conflicts: readonly string[],
  theirs: readonly string[],
): string {
  return joinSentences(
    conflicts.length > 0 && t('editing.conflict', { fields: fieldLabels(conflicts) }),
    theirs.length > 0 && t('saving.changedElsewhere', { fields: fieldLabels(theirs) }),
  )
}

/** Lists a new user’s ignored fields. */
export function ignoredUserFieldsMessage(ignored: readonly string[]): string {
  const fields = fieldLabels(ignored)
  return fields.length > 0 ? t('saving.notSet', { fields }) : ''
}

/** Converts field names to labels, without fields that only modify others. */
function fieldLabels(names: readonly string[]): string[] {
  return fieldsInOrder
    .filter((name) => names.includes(name) && name !== 'skip_reconfirmation')
    .map((name) => t(userFields[name].label))
}

function joinSentences(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' ')
}
