import { exceptionWords, fieldList, ignoredWords, notSetWords } from '../../../data/field-list.ts'
import { nameInWords } from '../../../data/shown-name.ts'
import { userFieldNames, userFields } from './user-fields.ts'

interface Named {
  name: string
  username: string
}

/** What a save came to. */
export interface SavedEdit {
  now: Named & { email?: string | null | undefined }
  sent: readonly string[]
  ignored: readonly string[]
  /** Changed by others meanwhile, and left. */
  theirs: readonly string[]
  /** A new address that its owner has to confirm first. */
  waiting?: string | undefined
  /** Of what was not taken, what the service stored in another way. */
  altered?: readonly string[]
}

/** What was saved, and what was not, in sentences. */
export function savedWords(edit: SavedEdit): string {
  const { now, sent, ignored, theirs, waiting, altered = [] } = edit
  const dropped = ignored.filter((name) => !altered.includes(name))
  const isTaken = (name: string) =>
    !ignored.includes(name) && !(name === 'email' && waiting !== undefined)
  const taken = labelsOf(sent.filter(isTaken))
  const isNothing = taken.length + ignored.length === 0 && waiting === undefined
  return sentences(
    isNothing && 'Nothing to save: GitLab already has these values.',
    taken.length > 0 &&
      dropped.length === 0 &&
      `Saved for ${nameInWords(now)}: ${fieldList(taken)}.`,
    taken.length > 0 &&
      dropped.length > 0 &&
      `Saved for ${nameInWords(now)}, ${exceptionWords(labelsOf(dropped))}.`,
    taken.length === 0 && dropped.length > 0 && `Not saved: ${ignoredWords(labelsOf(dropped))}.`,
    altered.length > 0 && `GitLab stored another value for ${fieldList(labelsOf(altered))}.`,
    waiting !== undefined &&
      `The email stays ${now.email} until its owner opens the link sent to ${waiting}.`,
    theirs.length > 0 && `Changed by someone else meanwhile: ${fieldList(labelsOf(theirs))}.`,
  )
}

/** What an undo came to. */
export function undoneWords(
  now: Named,
  { sent, left, ignored }: Record<'sent' | 'left' | 'ignored', readonly string[]>,
): string {
  const undone = labelsOf(sent.filter((name) => !ignored.includes(name)))
  const kept = labelsOf(left)
  const isAll = kept.length + ignored.length === 0
  return sentences(
    isAll && `Undone for ${nameInWords(now)}.`,
    !isAll && undone.length > 0 && `Undone for ${nameInWords(now)}: ${fieldList(undone)}.`,
    !isAll && undone.length === 0 && 'Nothing was undone.',
    kept.length > 0 && `Left as it is, because it was changed since: ${fieldList(kept)}.`,
    ignored.length > 0 && `Not undone: ${ignoredWords(labelsOf(ignored))}.`,
  )
}

/** Why a form is not saved: the fields that both sides changed. */
export function conflictWords(conflicts: readonly string[], theirs: readonly string[]): string {
  return sentences(
    conflicts.length > 0 &&
      `Someone else changed ${fieldList(labelsOf(conflicts))} too. Choose which value to keep, then save.`,
    theirs.length > 0 && `Also changed by someone else: ${fieldList(labelsOf(theirs))}.`,
  )
}

/** What a new user came to: what was set, and what was not. */
export function ignoredInCreation(ignored: readonly string[]): string {
  return notSetWords(labelsOf(ignored))
}

/** How fields are called on the screen, as far as the form has them; a modifier of another field is none. */
function labelsOf(names: readonly string[]): string[] {
  return userFieldNames
    .filter((name) => names.includes(name) && name !== 'skip_reconfirmation')
    .map((name) => userFields[name].label)
}

function sentences(...parts: (string | false)[]): string {
  return parts.filter(Boolean).join(' ')
}
