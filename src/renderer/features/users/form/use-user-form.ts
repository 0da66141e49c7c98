import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../shared/failure.ts'
import { sameUserValue } from '../../../../shared/user-record.ts'
import { draftErrors, isSaidByFields, serviceErrors } from './user-errors.ts'
import type { UserErrors } from './user-errors.ts'
import { changedNames } from './user-draft.ts'
import type { UserDraft } from './user-draft.ts'
import type { UserFieldName, UserFormMode } from './user-fields.ts'
import { useAction } from '../../../data/use-action.ts'
import { useEditedDraft } from '../../../data/use-edited-draft.ts'

/** A person as they are being filled in; `who` tells this form from others. What was typed stays, whatever fails or changes meanwhile. */
export function useUserForm(
  mode: UserFormMode,
  who: string,
  from: UserDraft,
  /** What a form for somebody new begins with. */
  start?: UserDraft,
) {
  const { run, busy, failure } = useAction()
  const edited = useEditedDraft<UserDraft>(`user ${who}`, from, {
    same: sameUserValue,
    start,
    secrets: ['password'],
  })
  const { draft, base, conflicts } = edited
  const wrong = shallowRef<UserErrors>({})
  const sent = shallowRef<readonly UserFieldName[]>([])
  /** Fields that others changed, and that were taken over into the form. */
  const elsewhere = shallowRef<readonly string[]>([])
  /** Fields that were saved in vain. */
  const ignored = shallowRef<readonly string[]>([])
  const isDone = ref(false)

  const refused = computed(() => serviceErrors(failure.value, sent.value))
  const errors = computed((): UserErrors => ({ ...refused.value, ...wrong.value }))
  /** What no field says already. */
  const notice = computed((): Failure | undefined =>
    failure.value && isSaidByFields(failure.value, refused.value) ? undefined : failure.value,
  )
  const isDirty = computed(() => !isDone.value && edited.isDirty.value)

  /** Sends what passes the checks; answers whether the service took it. */
  function send(work: () => Promise<unknown>): Promise<boolean> | boolean {
    wrong.value = draftErrors(base.value, draft, mode)
    sent.value = changedNames(base.value, draft)
    return Object.keys(wrong.value).length === 0 && run(work)
  }

  function discard() {
    edited.discard()
    wrong.value = {}
    failure.value = undefined
    ignored.value = []
  }

  return {
    ...edited,
    mode,
    conflicts,
    errors,
    notice,
    elsewhere,
    ignored,
    isDirty,
    isDone,
    busy,
    failure,
    send,
    discard,
  }
}

export type UserForm = ReturnType<typeof useUserForm>
