import type { PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useTokenForm } from '../../forms/use-token-form.ts'
import { adminTokenFields, freshAdminTokenDraft, draftToToken } from './tabs/admin-token-draft.ts'
import type { AdminTokenDraft, AdminTokenKind } from './tabs/admin-token-draft.ts'

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
  const token = useTokenForm({
    key: `${kind} token for ${user_id} by ${account}${renewed ? ` instead of ${renewed.id}` : ''}`,
    from: freshAdminTokenDraft(renewed),
    fields: () => adminTokenFields(kind, isAdmin(), renewed?.scopes ?? []),
    create,
  })

  function create(draft: AdminTokenDraft) {
    const { adminTokens } = latchkey(account)
    const { scopes, ...values } = draftToToken(draft)
    return kind === 'personal'
      ? adminTokens.createPersonal({ user_id, ...values, scopes })
      : adminTokens.createImpersonation({ user_id, ...values, ...(scopes.length && { scopes }) })
  }

  /** Removes a revoked token’s secret, so there is no prompt to copy it. */
  function forgetRevoked(id: number) {
    if (token.createdToken.value?.id === id) token.createdToken.value = undefined
  }

  return { ...token, forgetRevoked }
}
