import { shallowRef } from 'vue'
import type { CreatedRunner } from '../../../shared/gitlab/current-user.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useForm } from '../../forms/use-form.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { runnerDraftErrors, freshRunnerDraft, newRunner, runnerFields } from './runner-draft.ts'

/** The form for a new runner, and the created runner until its token was copied. */
export function useRunnerForm(account: string, isAdmin: () => boolean) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  /** Contains the token until `discardToken`. */
  const createdRunner = shallowRef<CreatedRunner>()
  const form = useForm({
    key: `runner of ${account}`,
    from: freshRunnerDraft(),
    fields: (draft) => runnerFields(draft, isAdmin()),
    check: runnerDraftErrors,
    async submit(draft) {
      createdRunner.value = await latchkey(account).user.createRunner(newRunner(draft))
      form.reset()
    },
  })

  /** Drops the token, so that it doesn’t stay in the page. */
  function discardToken() {
    const id = createdRunner.value?.id
    createdRunner.value = undefined
    showToast(typeof id === 'number' ? t('runners.readyWithId', { id }) : t('runners.ready'))
  }

  return { form, createdRunner, discardToken }
}
