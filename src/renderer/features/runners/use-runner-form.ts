import { computed, reactive, ref, shallowRef } from 'vue'
import type { CreatedRunner } from '../../../shared/service/current-user.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { draftErrors, freshDraft, newRunner, sameDraft, serviceErrors } from './runner-draft.ts'
import type { FieldErrors, RunnerDraft } from './runner-draft.ts'
import { useAction } from '../../data/use-action.ts'
import { useSavedDraft } from '../../data/use-saved-draft.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A runner that is being asked for, and the one that came of it until its token was taken. */
export function useRunnerForm(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const { run, busy, failure } = useAction()
  const draft = reactive<RunnerDraft>(freshDraft())
  /** Holds the token, and only until `forget`. */
  const created = shallowRef<CreatedRunner>()
  const wrong = ref<FieldErrors>({})
  const errors = computed((): FieldErrors => ({ ...serviceErrors(failure.value), ...wrong.value }))
  const isDirty = computed(() => !created.value && !sameDraft(draft, freshDraft()))
  useSavedDraft(`runner of ${account}`, draft, isDirty)
  /** What no field says already. */
  const notice = computed(() =>
    Object.keys(serviceErrors(failure.value)).length ? undefined : failure.value,
  )

  function reset() {
    Object.assign(draft, freshDraft())
    wrong.value = {}
    failure.value = undefined
  }

  /** Answers whether the form was sent. */
  async function create(): Promise<boolean> {
    wrong.value = draftErrors(draft)
    if (Object.keys(wrong.value).length) return false
    await run(async () => {
      created.value = await latchkey(account).user.createRunner(newRunner(draft))
      reset()
    })
    return true
  }

  /** Lets go of the token; nothing of it stays in the page. */
  function forget() {
    const id = created.value?.id
    created.value = undefined
    say(`${typeof id === 'number' ? `Runner ${id}` : 'The runner'} is ready to be registered.`)
  }

  return { draft, errors, notice, isDirty, busy, created, create, reset, forget }
}

export type RunnerForm = ReturnType<typeof useRunnerForm>
