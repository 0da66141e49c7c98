import { userFieldLabels } from '../../../../shared/field-labels.ts'
import type { MessageId } from '../../../../shared/messages/message.ts'
import type { Field, Fields } from '../../../data/form-field.ts'
import { t } from '../../../ui/messages.ts'
import { fieldHint } from './field-hints.ts'
import type { UserDraft } from './user-draft.ts'
import { userFieldNames, userFields } from './user-fields.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

/** The fields of a user as a form draws them; `suggestions` are confirmed addresses. */
export function userControls(
  mode: UserFormMode,
  draft: UserDraft,
  base: UserDraft,
  suggestions: readonly string[],
): Fields {
  const undecided = t(mode === 'create' ? 'fields.instanceDefault' : 'editing.noChange')
  const suggestionsOf: Partial<Record<UserFieldName, readonly string[]>> = {
    public_email: suggestions,
    commit_email: [...suggestions, '_private'],
  }

  function createControl(name: UserFieldName): Field {
    const { kind, placeholder, choices = {}, limit, isCode } = userFields[name]
    const hint = fieldHint(name, draft, mode) ?? userFields[name].hint
    const common = {
      label: t(userFieldLabels[name]),
      hint: hint && t(hint),
      disabled: isOverridden(name, draft, base),
    }
    const field = { ...common, placeholder: placeholder && t(placeholder), limit, isCode }
    switch (kind) {
      case 'flag':
        return base[name] === ''
          ? { ...common, kind: 'segments', choices: flagChoices(undecided) }
          : { ...common, kind: 'switch', on: 'yes', off: 'no' }
      case 'choice':
        return { ...common, kind: 'select', choices: selectChoices(choices, base[name], undecided) }
      case 'minutes':
        return { ...field, kind: 'number' }
      default:
        return { ...field, kind, suggestions: suggestionsOf[name] }
    }
  }

  const names = userFieldNames.filter((name) => (userFields[name].only ?? mode) === mode)
  return Object.fromEntries(names.map((name) => [name, createControl(name)]))
}

/** The choices of a flag that has no value yet. */
function flagChoices(undecided: string) {
  return [
    { value: '', label: undecided },
    { value: 'yes', label: t('fields.yes') },
    { value: 'no', label: t('fields.no') },
  ]
}

function selectChoices(choices: Record<number, MessageId>, base: string, undecided: string) {
  const known = Object.entries(choices).map(([value, label]) => ({ value, label: t(label) }))
  if (choices[Number(base)] && base !== '') return known
  return [{ value: base, label: base || undecided }, ...known]
}

/** Whether another field overrides this one. */
function isOverridden(name: UserFieldName, draft: UserDraft, base: UserDraft): boolean {
  if (name === 'password') {
    return draft.reset_password === 'yes' || draft.force_random_password === 'yes'
  }
  if (name === 'skip_reconfirmation') return draft.email.trim() === base.email
  return (name === 'projects_limit' || name === 'can_create_group') && draft.external === 'yes'
}
