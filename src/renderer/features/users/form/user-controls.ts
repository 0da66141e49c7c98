import type { MessageId } from '../../../../shared/messages/message.ts'
import {
  type FormField,
  type UserFormMode,
  formFields,
  userFields,
} from '../../../../shared/rules/user-fields.ts'
import type { Field, Fields } from '../../../forms/form-field.ts'
import { choicesOf } from '../../../components/profile/field-text.ts'
import { t } from '../../../ui/messages.ts'
import { fieldHint } from './field-hints.ts'
import { type UserDraft, isOverridden } from './user-draft.ts'

/** A user’s fields as form controls; `suggestions` are confirmed addresses. */
export function userControls(
  mode: UserFormMode,
  draft: UserDraft,
  base: UserDraft,
  suggestions: readonly string[],
): Fields {
  const undecided = t(mode === 'create' ? 'fields.instanceDefault' : 'editing.noChange')
  const suggestionsOf: Partial<Record<FormField, readonly string[]>> = {
    public_email: suggestions,
    commit_email: [...suggestions, '_private'],
  }

  function createControl(name: FormField): Field {
    const { label, kind, limit } = userFields[name]
    const isCode = userFields[name].isCode ?? (kind === 'email' || kind === 'link')
    const placeholder = placeholders[name]
    const choices = choicesOf(kind)
    const hint = fieldHint(name, draft, mode)
    const common = {
      label: t(label),
      hint: hint && t(hint),
      disabled: isOverridden(name, base, draft),
    }
    const field = { ...common, placeholder: placeholder && t(placeholder), limit, isCode }
    if (choices) {
      return { ...common, kind: 'select', choices: selectChoices(choices, base[name], undecided) }
    }
    switch (kind) {
      case 'flag':
        return base[name] === ''
          ? { ...common, kind: 'segments', choices: flagChoices(undecided) }
          : { ...common, kind: 'switch', on: 'yes', off: 'no' }
      case 'number':
      case 'minutes':
        return { ...field, kind: 'number' }
      case 'area':
      case 'password':
        return { ...field, kind }
      default:
        return { ...field, kind: 'text', suggestions: suggestionsOf[name] }
    }
  }

  const names = formFields.filter((name) => (userFields[name].only ?? mode) === mode)
  return Object.fromEntries(names.map((name) => [name, createControl(name)]))
}

const placeholders: Partial<Record<FormField, MessageId>> = {
  provider: 'editing.providerPlaceholder',
  extern_uid: 'editing.externUidPlaceholder',
}

/** The options for an unset flag. */
function flagChoices(undecided: string) {
  return [
    { value: '', label: undecided },
    { value: 'yes', label: t('common.yes') },
    { value: 'no', label: t('common.no') },
  ]
}

function selectChoices(choices: Record<number, MessageId>, base: string, undecided: string) {
  const options = Object.entries(choices).map(([value, label]) => ({ value, label: t(label) }))
  if (choices[Number(base)] && base !== '') return options
  return [{ value: base, label: base || undecided }, ...options]
}
