import { ref, shallowRef } from 'vue'
import type { CreatedToken } from '../../shared/gitlab/tokens.ts'
import { useSecretGuard } from '../components/use-secret-guard.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { t } from '../ui/messages.ts'
import { useToast } from '../ui/use-toast.ts'
import { refreshExpiryChoice } from './expiry-choice.ts'
import type { Fields } from './form-field.ts'
import { descriptionNotSetMessage } from './ignored-fields.ts'
import type { TokenDraft } from './token-fields.ts'
import { useForm } from './use-form.ts'

/** The form for a new token, and the created token until its secret has been copied. */
export function useTokenForm<Draft extends TokenDraft>(options: {
  /** Identifies the form. */
  key: string
  from: Draft
  fields: () => Fields
  create: (draft: Draft) => Promise<CreatedToken>
}) {
  const { showToast } = useToast()
  /** Contains the secret until `discardSecret`. */
  const createdToken = shallowRef<CreatedToken>()
  /** A sentence listing fields that GitLab ignored. */
  const ignoredMessage = ref('')
  const form = useForm<Draft>({
    ...options,
    async submit(draft) {
      const token = await options.create(draft)
      createdToken.value = token
      ignoredMessage.value = descriptionNotSetMessage(draft.description.trim(), token)
      form.reset()
    },
  })
  useSecretGuard(form.busy)
  form.values.expires_at = refreshExpiryChoice(form.values.expires_at)

  /** Removes the secret from the page. */
  function discardSecret() {
    const name = createdToken.value?.name ?? ''
    createdToken.value = undefined
    showToast(t('tokens.ready', { name: bidiIsolate(name) }))
  }

  return { form, createdToken, ignoredMessage, discardSecret }
}
