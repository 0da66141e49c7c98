import { ref, shallowRef } from 'vue'
import type { CreatedToken, PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import { descriptionNotSetMessage } from '../../forms/ignored-fields.ts'
import { t } from '../../ui/messages.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useSecretGuard } from '../../components/use-secret-guard.ts'
import { adminTokenFields, freshAdminTokenDraft, draftToToken } from './tabs/admin-token-draft.ts'
import type { AdminTokenKind } from './tabs/admin-token-draft.ts'
import { refreshExpiryChoice } from '../../forms/expiry-choice.ts'
import { useForm } from '../../forms/use-form.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Creates a token for a user and keeps the secret until the administrator has copied it. */
export function useAdminToken(
  account: string,
  user_id: number,
  kind: AdminTokenKind,
  isAdmin: () => boolean,
  /** The token to replace. */
  renewed?: PersonalAccessToken,
) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  /** Contains the secret until `discardSecret`. */
  const createdToken = shallowRef<CreatedToken>()
  /** A sentence listing fields that GitLab ignored. */
  const ignoredMessage = ref('')
  const form = useForm({
    key: `${kind} token for ${user_id} by ${account}${renewed ? ` instead of ${renewed.id}` : ''}`,
    from: freshAdminTokenDraft(renewed),
    fields: () => adminTokenFields(kind, isAdmin(), renewed?.scopes ?? []),
    async submit(draft) {
      const token = draftToToken(draft)
      createdToken.value = await send(token)
      ignoredMessage.value = descriptionNotSetMessage(token.description, createdToken.value)
      form.reset()
    },
  })
  useSecretGuard(form.busy)
  form.values.expires_at = refreshExpiryChoice(form.values.expires_at)

  function send({ scopes, ...token }: ReturnType<typeof draftToToken>): Promise<CreatedToken> {
    const { adminTokens } = latchkey(account)
    return kind === 'personal'
      ? adminTokens.createPersonal({ user_id, ...token, scopes })
      : adminTokens.createImpersonation({ user_id, ...token, ...(scopes.length && { scopes }) })
  }

  /** Removes the secret from the page. */
  function discardSecret() {
    const name = createdToken.value?.name ?? ''
    createdToken.value = undefined
    showToast(t('tokens.ready', { name: bidiIsolate(name) }))
  }

  /** Removes a revoked token’s secret, so there is no prompt to copy it. */
  function forgetRevoked(id: number) {
    if (createdToken.value?.id === id) createdToken.value = undefined
  }

  return { form, createdToken, ignoredMessage, discardSecret, forgetRevoked }
}
