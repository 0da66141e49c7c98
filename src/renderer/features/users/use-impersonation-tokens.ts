import { shallowRef } from 'vue'
import type { ImpersonationToken, PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import { t } from '../../ui/messages.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { usePagedList } from '../../bridge/use-paged-list.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useRevocation } from '../../forms/use-revocation.ts'

/** Filters tokens by state. */
export type TokenState = 'all' | 'active' | 'inactive'

/** A user’s impersonation tokens in one state. Loads their details and revokes them. */
export function useImpersonationTokens(account: string, user_id: number, state: TokenState) {
  const latchkey = useLatchkey()
  const revokeToken = useRevocation(account)
  const { showToast } = useToast()
  const list = usePagedList(
    account,
    ['impersonationTokens.list', user_id, state],
    (read, cursor) => read(account).impersonationTokens.list({ user_id, state, cursor }),
    ({ id }) => id,
  )
  const opening = useAsyncAction()
  const revoking = useAsyncAction()
  /** Details of the expanded tokens, by ID. */
  const details = shallowRef<ReadonlyMap<number, ImpersonationToken>>(new Map())

  /** Expands or collapses a token’s details, which are reloaded each time. */
  async function toggleDetails({ id, name }: ImpersonationToken) {
    if (details.value.has(id)) {
      details.value = new Map([...details.value].filter(([tokenId]) => tokenId !== id))
      return
    }
    await opening.run(async () => {
      try {
        const token = await latchkey(account).impersonationTokens.get({
          user_id,
          impersonation_token_id: id,
        })
        details.value = new Map([...details.value, [id, token]])
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        showToast(t('tokens.revokedBefore', { name: bidiIsolate(name) }))
        await list.reload()
      }
    }, id)
  }

  /** Revokes a token. Returns whether it is now revoked. */
  async function revoke({
    id,
    name,
    last_used_at: lastUsedAt,
  }: PersonalAccessToken): Promise<boolean> {
    let isRevoked = false
    await revoking.run(async () => {
      const token = { user_id, impersonation_token_id: id }
      isRevoked = await revokeToken(token, { name, lastUsedAt })
      if (!isRevoked) return
      details.value = new Map()
      await list.reload()
    }, id)
    return isRevoked
  }

  return { list, opening, revoking, details, toggleDetails, revoke }
}
