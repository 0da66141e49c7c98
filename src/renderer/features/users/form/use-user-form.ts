import { shallowRef } from 'vue'
import { sameUserValue } from '../../../../shared/user-record.ts'
import { useForm } from '../../../data/use-form.ts'
import type { FormOptions } from '../../../data/use-form.ts'
import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import { draftErrors, serviceErrors } from './user-errors.ts'
import { userControls } from './user-controls.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'

type UserFormOptions = Omit<FormOptions<UserDraft>, 'fields' | 'check' | 'explain' | 'same'> & {
  mode: UserFormMode
  /** Addresses known to be confirmed. */
  suggestions: (draft: UserDraft) => readonly string[]
}

/** The form that creates or edits a user. */
export function useUserForm({ mode, suggestions, ...options }: UserFormOptions) {
  const sent = shallowRef<readonly UserFieldName[]>([])
  /** Fields that others changed, whose new values are in the form. */
  const elsewhere = shallowRef<readonly string[]>([])
  /** Fields that GitLab ignored in the last save. */
  const ignored = shallowRef<readonly string[]>([])
  const form = useForm<UserDraft>({
    ...options,
    same: sameUserValue,
    fields: (draft, base) => userControls(mode, draft, base, suggestions(draft)),
    check: (draft, base) => draftErrors(base, draft, mode),
    submit(draft): Promise<unknown> {
      sent.value = changedNames(form.base.value, draft)
      return options.submit(draft)
    },
    explain: (failure) => (failure.fields ? undefined : serviceErrors(failure, sent.value)),
  })

  function reset() {
    form.reset()
    ignored.value = []
  }

  return { ...form, mode, elsewhere, ignored, reset }
}

export type UserForm = ReturnType<typeof useUserForm>
