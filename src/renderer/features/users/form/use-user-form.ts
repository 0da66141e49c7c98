import { shallowRef } from 'vue'
import type { FormField, UserFormMode } from '../../../../shared/rules/user-fields.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'
import { findIdentity, sameUserValue } from '../../../../shared/rules/user-record.ts'
import { type FormOptions, useForm } from '../../../forms/use-form.ts'
import { type UserDraft, userToDraft, noIdentity } from './user-draft.ts'
import { userDraftErrors } from './user-errors.ts'
import { userControls } from './user-controls.ts'

type UserFormOptions = Omit<FormOptions<UserDraft>, 'fields' | 'check' | 'same'> & {
  mode: UserFormMode
  /** Addresses that are known to be confirmed. */
  suggestions: (draft: UserDraft) => readonly string[]
}

/** The form for creating or editing a user. */
export function useUserForm({ mode, suggestions, ...options }: UserFormOptions) {
  /** Fields that others changed. The form has their new values. */
  const elsewhere = shallowRef<readonly string[]>([])
  /** Fields that GitLab ignored when the form was last saved. */
  const ignored = shallowRef<readonly string[]>([])
  const form = useForm<UserDraft>({
    ...options,
    same: sameUserValue,
    fields: (draft, base) => userControls(mode, draft, base, suggestions(draft)),
    check: (draft, base) => userDraftErrors(base, draft, mode),
  })

  /** Adopts newer values from GitLab; conflicts show both values. */
  function adoptUser(user: UserForAdmins, conflicts: readonly string[] = []) {
    form.adopt(userToDraft(user))
    if (!conflicts.includes('extern_uid')) return
    // The form only contains the identity to add, not existing ones.
    const extern_uid = findIdentity(user, form.draft.provider.trim())?.extern_uid ?? ''
    form.conflicts.value = { ...form.conflicts.value, extern_uid }
  }

  function decide(name: FormField, choice: 'theirs' | 'mine') {
    if (choice === 'theirs') form.keepTheirs(name)
    else form.useMine(name)
    if (name !== 'extern_uid') return
    form.rebase({ ...form.base.value, ...noIdentity })
    if (choice === 'theirs') Object.assign(form.draft, noIdentity)
  }

  function reset() {
    form.reset()
    ignored.value = []
  }

  return { ...form, mode, elsewhere, ignored, adoptUser, decide, reset }
}

export type UserForm = ReturnType<typeof useUserForm>
