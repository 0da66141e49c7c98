import type { UncertainCreate } from '../../shared/failure.ts'
import { failureOf, useLatchkey } from './latchkey.ts'
import { t } from '../ui/messages.ts'
import { useConfirm } from './use-confirm.ts'
import { useToast } from '../ui/use-toast.ts'

/** Revokes an impersonation token after a confirmation; resolves to whether it is revoked. */
export function useRevocation(account: string) {
  const latchkey = useLatchkey()
  const confirm = useConfirm()
  const { showToast } = useToast()

  return async (token: NonNullable<UncertainCreate['revoke']>, name: string): Promise<boolean> => {
    const isSure = await confirm({
      isReversible: false,
      title: t('tokens.revokeTitle'),
      text: t('tokens.revokeText', { name, id: token.impersonation_token_id }),
      confirm: t('tokens.revoke'),
    })
    if (!isSure) return false
    try {
      await latchkey(account).impersonationTokens.revoke(token)
      showToast(t('tokens.revoked', { name }))
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error
      showToast(t('tokens.revokedBefore', { name }))
    }
    return true
  }
}
