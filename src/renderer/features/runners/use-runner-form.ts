import { shallowRef } from 'vue'
import type { CreatedRunner } from '../../../shared/service/current-user.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useForm } from '../../data/use-form.ts'
import { useToast } from '../../ui/use-toast.ts'
import { draftErrors, freshDraft, newRunner, runnerFields, sentenceErrors } from './runner-draft.ts'

/** A runner that is being asked for, and the one that came of it until its token was taken. */
export function useRunnerForm(account: string, isAdmin: () => boolean) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  /** Has the token, and only until `forget`. */
  const created = shallowRef<CreatedRunner>()
  const form = useForm({
    key: `runner of ${account}`,
    what: 'The new runner',
    from: freshDraft(),
    fields: (draft) => runnerFields(draft, isAdmin()),
    check: draftErrors,
    explain: sentenceErrors,
    async submit(draft) {
      created.value = await latchkey(account).user.createRunner(newRunner(draft))
      form.reset()
    },
  })

  /** Lets go of the token; nothing of it stays in the page. */
  function forget() {
    const id = created.value?.id
    created.value = undefined
    say(`${typeof id === 'number' ? `Runner ${id}` : 'The runner'} is ready to be registered.`)
  }

  return { form, created, forget }
}
