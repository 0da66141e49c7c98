import { computed, ref, shallowReactive, shallowRef, watch } from 'vue'
import { CallError } from '../../bridge/call-error.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { CreatedToken } from '../../../shared/gitlab/tokens.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { refreshExpiryChoice } from '../../forms/expiry-choice.ts'
import { descriptionNotSetMessage } from '../../forms/ignored-fields.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useSecretGuard } from '../../components/use-secret-guard.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { newToken } from '../../forms/token-fields.ts'
import { useForm } from '../../forms/use-form.ts'
import { invalidate, useServiceQuery } from '../../bridge/use-service-query.ts'
import { type OwnTokenDraft, freshOwnTokenDraft, newTokenFields } from './token-draft.ts'

/** The form for a new Kubernetes token, and the created token. */
export function useNewToken(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  /** Contains the secret until `discardSecret`. */
  const createdToken = shallowRef<CreatedToken>()
  /** A sentence listing fields that GitLab ignored. */
  const ignoredMessage = ref('')
  const canRotate = useSelfRotation(account)
  const form = useForm<OwnTokenDraft>({
    key: `token of ${account}`,
    from: freshOwnTokenDraft(),
    fields: () => newTokenFields(canRotate.value),
    submit: create,
  })
  useSecretGuard(form.busy)
  form.values.expires_at = refreshExpiryChoice(form.values.expires_at)
  const requests = useRequestsStore()
  watch(() => requests.peek(account, 'create-token'), createRequested, { immediate: true })

  /** Creates a token that another screen requested. If there is a draft or an open secret, only fills in the name. */
  function createRequested() {
    const name = requests.take(account, 'create-token')
    if (name === undefined) return
    const isFree = !form.isDirty.value && !createdToken.value
    form.values.name = name
    if (isFree) void form.submit()
  }

  async function create(draft: OwnTokenDraft) {
    const token = newToken(draft)
    try {
      createdToken.value = await latchkey(account).ownTokens.createLimited(token)
    } catch (error) {
      throw toCreateError(draft, failureOf(error))
    }
    ignoredMessage.value = descriptionNotSetMessage(token.description, createdToken.value)
    form.reset()
    await invalidate(account, 'ownTokens.list')
  }

  /**
   * If this version rejects the `self_rotate` scope, removes it from the form so the token can be created without it.
   */
  function toCreateError(draft: OwnTokenDraft, failure: Failure): CallError {
    const { fields } = failure
    if (!fields?.scopes || !draft.scopes.includes('self_rotate')) return new CallError(failure)
    accountsWithoutRotation.add(account)
    form.values.scopes = draft.scopes = draft.scopes.filter((scope) => scope !== 'self_rotate')
    const scopes = [t('tokens.selfRotateUnavailable')]
    return new CallError({ ...failure, fields: { ...fields, scopes } })
  }

  /** Removes the secret from the page. */
  function discardSecret() {
    const name = createdToken.value?.name ?? ''
    createdToken.value = undefined
    showToast(t('tokens.ready', { name: bidiIsolate(name) }))
  }

  return { form, createdToken, ignoredMessage, discardSecret }
}

/** Accounts whose instance rejected `self_rotate`. */
const accountsWithoutRotation = shallowReactive(new Set<string>())

/**
 * Whether the instance probably supports `self_rotate`. Responses don’t include a version, but versions that do also
 * return a GitHub username from `GET /user`. A version that has the username but not the scope rejects the latter.
 */
function useSelfRotation(account: string) {
  const user = useServiceQuery(account, 'user.get', {}, { cached: true })
  return computed(
    () => typeof user.data.value?.github === 'string' && !accountsWithoutRotation.has(account),
  )
}
