import { computed, shallowReactive, watch } from 'vue'
import { CallError } from '../../bridge/call-error.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { t } from '../../ui/messages.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { newToken } from '../../forms/token-fields.ts'
import { useTokenForm } from '../../forms/use-token-form.ts'
import { invalidate, useServiceQuery } from '../../bridge/use-service-query.ts'
import { type OwnTokenDraft, freshOwnTokenDraft, newTokenFields } from './token-draft.ts'

/** The form for a new Kubernetes token, and the created token. */
export function useNewToken(account: string) {
  const latchkey = useLatchkey()
  const canRotate = useSelfRotation(account)
  const token = useTokenForm<OwnTokenDraft>({
    key: `token of ${account}`,
    from: freshOwnTokenDraft(),
    fields: () => newTokenFields(canRotate.value),
    create,
  })
  const { form, createdToken } = token
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
    try {
      const created = await latchkey(account).ownTokens.createLimited(newToken(draft))
      void invalidate(account, 'ownTokens.list')
      return created
    } catch (error) {
      throw toCreateError(draft, failureOf(error))
    }
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

  return token
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
