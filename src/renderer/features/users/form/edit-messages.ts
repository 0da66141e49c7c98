import { nameInSentence } from '../../../data/shown-name.ts'
import { t } from '../../../ui/messages.ts'
import { userFieldNames, userFields } from './user-fields.ts'

interface Named {
  name: string
  username: string
}

/** The result of a save. */
export interface SavedEdit {
  now: Named & { email?: string | null | undefined }
  sent: readonly string[]
  ignored: readonly string[]
  /** Changed by others meanwhile, and left. */
  theirs: readonly string[]
  /** A new address that its owner has to confirm first. */
  waiting?: string | undefined
  /** The ignored fields for which GitLab stored another value. */
  altered?: readonly string[]
}

/** Says which fields were saved and which were not. */
export function savedMessage(edit: SavedEdit): string {
  const { now, sent, ignored, theirs, waiting, altered = [] } = edit
  const user = nameInSentence(now)
  const isTaken = (name: string) =>
    !ignored.includes(name) && !(name === 'email' && waiting !== undefined)
  const taken = labelsOf(sent.filter(isTaken))
  const dropped = labelsOf(ignored.filter((name) => !altered.includes(name)))
  const isNothing = taken.length + ignored.length === 0 && waiting === undefined
  return sentences(
    isNothing && t('editing.sameValues'),
    taken.length > 0 && dropped.length === 0 && t('editing.saved', { user, fields: taken }),
    taken.length > 0 &&
      dropped.length > 0 &&
      t('editing.savedExcept', { user, fields: dropped, count: dropped.length }),
    taken.length === 0 && dropped.length > 0 && t('saving.notSaved', { fields: dropped }),
    altered.length > 0 && t('editing.storedOtherValue', { fields: labelsOf(altered) }),
    waiting !== undefined &&
      t('editing.emailPending', { current: now.email ?? '', pending: waiting }),
    theirs.length > 0 && t('saving.changedElsewhere', { fields: labelsOf(theirs) }),
  )
}

/** Says which fields were undone and which were not. */
export function undoneMessage(
  now: Named,
  { sent, left, ignored }: Record<'sent' | 'left' | 'ignored', readonly string[]>,
): string {
  const user = nameInSentence(now)
  const undone = labelsOf(sent.filter((name) => !ignored.includes(name)))
  const kept = labelsOf(left)
  const isAll = kept.length + ignored.length === 0
  return sentences(
    isAll && t('editing.undone', { user }),
    !isAll && undone.length > 0 && t('editing.undoneFields', { user, fields: undone }),
    !isAll && undone.length === 0 && t('editing.nothingUndone'),
    kept.length > 0 && t('editing.keptAfterUndo', { fields: kept }),
    ignored.length > 0 && t('saving.notUndone', { fields: labelsOf(ignored) }),
  )
}

/** Says which fields both sides changed, so that the form can't be saved yet. */
export function conflictMessage(conflicts: readonly string[], theirs: readonly string[]): string {
  return sentences(
    conflicts.length > 0 && t('editing.conflict', { fields: labelsOf(conflicts) }),
    theirs.length > 0 && t('saving.changedElsewhere', { fields: labelsOf(theirs) }),
  )
}

/** Says which fields of a new user were ignored. */
export function notSetMessage(ignored: readonly string[]): string {
  const fields = labelsOf(ignored)
  return fields.length > 0 ? t('saving.notSet', { fields }) : ''
}

/** The labels of the fields that the form has; a modifier of another field is none. */
function labelsOf(names: readonly string[]): string[] {
  return userFieldNames
    .filter((name) => names.includes(name) && name !== 'skip_reconfirmation')
    .map((name) => t(userFields[name].label))
}

function sentences(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' ')
}
