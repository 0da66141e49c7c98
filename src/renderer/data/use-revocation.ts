import type { UncertainCreate } from '../../shared/failure.ts'
import { failureOf, useLatchkey } from './latchkey.ts'
import { useConfirm } from './use-confirm.ts'
import { useToast } from '../ui/use-toast.ts'

/** Revokes an impersonation token once somebody is sure; answers whether it is dead then. */
export function useRevocation(account: string) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { say } = useToast()

  return async (token: NonNullable<UncertainCreate['revoke']>, name: string): Promise<boolean> => {
    const isSure = await ask({
      title: 'Revoke this token?',
      text:
        `${name} (id ${token.impersonation_token_id}) stops working at once, wherever it is in use. It stays in the ` +
        'list as inactive. Nothing makes it good again.',
      confirm: 'Revoke token',
      dangerous: true,
    })
    if (!isSure) return false
    try {
      await latchkey(account).impersonationTokens.revoke(token)
      say(`${name} was revoked.`)
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error
      say(`${name} is not there any more.`)
    }
    return true
  }
}
