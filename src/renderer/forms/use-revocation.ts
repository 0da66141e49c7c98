import type { UncertainCreate } from '../../shared/rules/failure.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { t } from '../ui/messages.ts'
import { formatLastUse } from '../ui/time/last-used.ts'
import { useToast } from '../ui/use-toast.ts'
import { failureOf, useLatchkey } from '../bridge/latchkey.ts'
import { useConfirm } from '../components/use-confirm.ts'

/** A token as the screen shows it. */
interface ShownToken {
  /** Its name, isolated from the sentence around it. */
  name: string
  /** Some GitLab versions send it only in the list. */
  lastUsedAt?: string | null | undefined
}

/** Revokes an impersonation token after a confirmation; resolves to whether it is revoked. */
export function useRevocation(account: string) {
  const latchkey = useLatchkey()
  const confirm = useConfirm()
  const { showToast } = useToast()

  return async (
    token: NonNullable<UncertainCreate['revoke']>,
    shown: ShownToken,
  ): Promise<boolean> => {
    const { name } = shown
    try {
      if (!(await confirmRevocation(token, shown))) return false
      await latchkey(account).impersonationTokens.revoke(token)
      showToast(t('tokens.revoked', { name }))
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error
      showToast(t('tokens.revokedBefore', { name }))
    }
    return true
  }

  /** Reads the token and its owner again, since the last use in a list may be old. */
  async function confirmRevocation(
    token: NonNullable<UncertainCreate['revoke']>,
    { lastUsedAt: listedAt }: ShownToken,
  ): Promise<boolean> {
    const { users, impersonationTokens } = latchkey(account)
    const [latest, owner] = await Promise.all([
      impersonationTokens.get(token),
      users.get({ id: token.user_id }),
    ])
    const { last_used_at: lastUsedAt = listedAt } = latest
    return confirm({
      what: 'revoke_token',
      isReversible: false,
      isUnused: lastUsedAt === null,
      user: { account, id: owner.id, name: owner.name, username: owner.username },
      title: t('tokens.revokeTitle', { name: bidiIsolate(latest.name) }),
      text: t('tokens.revokeText', { id: latest.id, used: formatLastUse(lastUsedAt) }),
      confirm: t('tokens.revoke'),
    })
  }
}
