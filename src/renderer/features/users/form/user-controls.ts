import type { Field, Fields } from '../../../data/form-field.ts'
import { noteFor } from './field-notes.ts'
import type { UserDraft } from './user-draft.ts'
import { userFieldNames, userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** The fields of a person as a form draws them; `suggestions` are addresses that are confirmed. */
export function userControls(
  mode: UserFormMode,
  draft: UserDraft,
  base: UserDraft,
  suggestions: readonly string[],
): Fields {
  const undecided = mode === 'create' ? 'As the instance sets it' : 'As it is'
  const suggested: Partial<Record<UserFieldName, readonly string[]>> = {
    public_email: suggestions,
    commit_email: [...suggestions, '_private'],
  }

  function controlOf(name: UserFieldName): Field {
    const { label, kind, hint, choices = {}, ...field } = userFields[name]
    const common = {
      label,
      hint: noteFor(name, draft, mode) ?? hint,
      disabled: isIdle(name, draft, base),
    }
    switch (kind) {
      case 'flag':
        return base[name] === ''
          ? { ...common, kind: 'segments', choices: flagChoices(undecided) }
          : { ...common, kind: 'switch', on: 'yes', off: 'no' }
      case 'choice':
        return { ...common, kind: 'select', choices: listed(choices, base[name], undecided) }
      case 'minutes':
        return { ...common, ...field, kind: 'number' }
      default:
        return { ...common, ...field, kind, suggestions: suggested[name] }
    }
  }

  const names = userFieldNames.filter((name) => (userFields[name].only ?? mode) === mode)
  return Object.fromEntries(names.map((name) => [name, controlOf(name)]))
}

/** What a flag can be that is not decided yet. */
function flagChoices(undecided: string) {
  return [
    { value: '', label: undecided },
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ]
}

function listed(choices: Record<number, string>, base: string, undecided: string) {
  const known = Object.entries(choices).map(([value, label]) => ({ value, label }))
  if (choices[Number(base)] && base !== '') return known
  return [{ value: base, label: base || undecided }, ...known]
}

/** What does not count beside something else. */
function isIdle(name: UserFieldName, draft: UserDraft, base: UserDraft): boolean {
  if (name === 'password') {
    return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
  }
  if (name === 'skip_reconfirmation') return draft.email.trim() === base.email
  return (name === 'projects_limit' || name === 'can_create_group') && draft.external === 'yes'
}
