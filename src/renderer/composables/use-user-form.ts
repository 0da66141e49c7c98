import { computed, reactive, ref, shallowRef } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import {
  draftErrors,
  isSaidByFields,
  serviceErrors,
} from '../screens/admin/user-form/user-errors.ts'
import type { UserErrors } from '../screens/admin/user-form/user-errors.ts'
import { changedNames } from '../screens/admin/user-form/user-draft.ts'
import type { UserDraft } from '../screens/admin/user-form/user-draft.ts'
import { userFieldNames } from '../screens/admin/user-form/user-fields.ts'
import type { UserFieldName, UserFormMode } from '../screens/admin/user-form/user-fields.ts'
import { useAction } from './use-action.ts'
import { useKeptDraft } from './use-kept-draft.ts'

/** A person as they are being filled in; `who` tells this form from others. What was typed stays, whatever fails or changes meanwhile. */
export function useUserForm(
  mode: UserFormMode,
  who: string,
  from: UserDraft,
  start: UserDraft = from,
) {
  const { run, busy, failure } = useAction()
  /** What nothing would be sent for. */
  const base = shallowRef(from)
  const draft = reactive<UserDraft>({ ...start })
  const wrong = shallowRef<UserErrors>({})
  const sent = shallowRef<readonly UserFieldName[]>([])
  const isDone = ref(false)

  const refused = computed(() => serviceErrors(failure.value, sent.value))
  const errors = computed((): UserErrors => ({ ...refused.value, ...wrong.value }))
  /** What no field says already. */
  const notice = computed((): Failure | undefined =>
    failure.value && isSaidByFields(failure.value, refused.value) ? undefined : failure.value,
  )
  const isDirty = computed(() => !isDone.value && changedNames({ ...start }, draft).length > 0)
  useKeptDraft(`user ${who}`, draft, isDirty, ['password'])

  /** Sends what passes the checks; answers whether the service took it. */
  function send(work: () => Promise<unknown>): Promise<boolean> | boolean {
    wrong.value = draftErrors(base.value, draft, mode)
    sent.value = changedNames(base.value, draft)
    return Object.keys(wrong.value).length === 0 && run(work)
  }

  /** Takes over how somebody is now; what was typed beyond `was` stays. */
  function adopt(next: UserDraft, was: UserDraft = base.value) {
    for (const name of userFieldNames) if (draft[name] === was[name]) draft[name] = next[name]
    base.value = next
  }

  function discard() {
    Object.assign(draft, mode === 'create' ? start : base.value)
    wrong.value = {}
    failure.value = undefined
  }

  return { mode, base, draft, errors, notice, isDirty, isDone, busy, failure, send, adopt, discard }
}

export type UserForm = ReturnType<typeof useUserForm>
