import { shallowRef } from 'vue'
import { sameUserValue } from '../../../../shared/user-record.ts'
import { useForm } from '../../../data/use-form.ts'
import type { FormOptions } from '../../../data/use-form.ts'
import type { UserDraft } from './user-draft.ts'
import { draftErrors } from './user-errors.ts'
import { userControls } from './user-controls.ts'
import type { UserFormMode } from './user-fields.ts'

type UserFormOptions = Omit<FormOptions<UserDraft>, 'fields' | 'check' | 'same'> & {
  mode: UserFormMode
  /** Addresses known to be confirmed. */
  suggestions: (draft: UserDraft) => readonly string[]
}

/** The form that creates or edits a user. */
export function useUserForm({ mode, suggestions, ...options }: UserFormOptions) {
  /** Fields that others changed, whose new values are in the form. */
  const elsewhere = shallowRef<readonly string[]>([])
  /** Fields that GitLab ignored in the last save. */
  const ignored = shallowRef<readonly string[]>([])
  const form = useForm<UserDraft>({
    ...options,
    same: sameUserValue,
    fields: (draft, base) => userControls(mode, draft, base, suggestions(draft)),
    check: (draft, base) => draftErrors(base, draft, mode),
  })

  function reset() {
    form.reset()
    ignored.value = []
  }

  return { ...form, mode, elsewhere, ignored, reset }
}

export type UserForm = ReturnType<typeof useUserForm>
