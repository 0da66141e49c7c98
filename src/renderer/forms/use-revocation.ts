import type { PersonalAccessToken } from '../../shared/gitlab/tokens.ts'
import type { OwnTokenEntry } from '../../shared/operations/own-tokens.ts'
import type { LostToken } from '../../shared/rules/failure.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { t } from '../ui/messages.ts'
import { formatLastUse } from '../ui/time/last-used.ts'
import { useToast } from '../ui/use-toast.ts'
import { failureOf, useLatchkey } from '../bridge/latchkey.ts'
import { type Confirmation, useConfirm } from '../components/use-confirm.ts'

/** A token as the screen shows it. */
interface ShownToken {
  name?: string
  /** Some GitLab versions include this only in the list. */
  lastUsedAt?: string | null | undefined
}

type ImpersonationTokenId = Extract<LostToken, { impersonation_token_id: number }>

/** After a confirmation, revokes a token whose secret was lost; resolves to whether it’s revoked. */
export function useLostTokenRevocation(account: string) {
  const revokeImpersonation = useRevocation(account)
  const revokePersonal = usePersonalTokenRevocation(account)
  const revokeOwn = useOwnTokenRevocation(account)

  return (token: LostToken): Promise<boolean> => {
    if ('impersonation_token_id' in token) return revokeImpersonation(token, {})
    const { id } = token
    const name = `#${id}`
    return 'user_id' in token
      ? revokePersonal(token.user_id, { id, name })
      : revokeOwn({ id, name })
  }
}

/** After a confirmation, revokes an impersonation token; resolves to whether it’s revoked. */
export function useRevocation(account: string) {
  const latchkey = useLatchkey()
  const revokeConfirmed = useConfirmedRevocation()

  return (token: ImpersonationTokenId, shown: ShownToken): Promise<boolean> =>
    revokeConfirmed(shown.name ?? `#${token.impersonation_token_id}`, {
      question: () => buildQuestion(token, shown),
      revoke: () => latchkey(account).impersonationTokens.revoke(token),
    })

  /** Reloads the token and its owner, because the list’s last-used date may be outdated. */
  async function buildQuestion(
    token: ImpersonationTokenId,
    { lastUsedAt: listedAt }: ShownToken,
  ): Promise<RevocationQuestion> {
    const { users, impersonationTokens } = latchkey(account)
    const [latest, owner] = await Promise.all([
      impersonationTokens.get(token),
      users.get({ id: token.user_id }),
    ])
    const { id, name, last_used_at: lastUsedAt = listedAt } = latest
    return {
      id,
      name,
      lastUsedAt,
      user: { account, id: owner.id, name: owner.name, username: owner.username },
    }
  }
}

/** After a confirmation, revokes a user’s personal access token; resolves to whether it’s revoked. */
export function usePersonalTokenRevocation(account: string) {
  const latchkey = useLatchkey()
  const revokeConfirmed = useConfirmedRevocation()

  return (
    user_id: number,
    {
      id,
      name,
      last_used_at: lastUsedAt,
    }: Pick<PersonalAccessToken, 'id' | 'name' | 'last_used_at'>,
  ): Promise<boolean> =>
    revokeConfirmed(name, {
      async question() {
        const owner = await latchkey(account).users.get({ id: user_id })
        const user = { account, id: owner.id, name: owner.name, username: owner.username }
        return { id, name, lastUsedAt, user }
      },
      revoke: () => latchkey(account).adminTokens.revokePersonal({ user_id, id }),
    })
}

/** After a confirmation, revokes one of the account’s own tokens; resolves to whether it’s revoked. */
export function useOwnTokenRevocation(account: string) {
  const latchkey = useLatchkey()
  const revokeConfirmed = useConfirmedRevocation()

  return ({ id, name }: Pick<OwnTokenEntry, 'id' | 'name'>): Promise<boolean> =>
    revokeConfirmed(name, {
      // The list’s last-used date may be outdated.
      async question() {
        const { tokens } = await latchkey(account).ownTokens.list({})
        const latest = tokens.find((token) => token.id === id)
        return { id, name: latest?.name ?? name, lastUsedAt: latest?.last_used_at }
      },
      revoke: () => latchkey(account).ownTokens.revoke({ id }),
    })
}

interface RevocationQuestion extends Pick<Confirmation, 'user'> {
  id: number
  name: string
  lastUsedAt: string | null | undefined
}

function useConfirmedRevocation() {
  const confirm = useConfirm()
  const { showToast } = useToast()

  return async (
    /** The token’s name, in case the token no longer exists. */
    name: string,
    calls: { question: () => Promise<RevocationQuestion>; revoke: () => Promise<unknown> },
  ): Promise<boolean> => {
    try {
      const { id, name: latestName, lastUsedAt, user } = await calls.question()
      const isConfirmed = await confirm({
        what: 'revoke_token',
        isReversible: false,
        user,
        title: t('tokens.revokeTitle', { name: bidiIsolate(latestName) }),
        text: t('tokens.revokeText', { id, used: formatLastUse(lastUsedAt) }),
        confirm: t('tokens.revoke'),
      })
      if (!isConfirmed) return false
      await calls.revoke()
      showToast(t('tokens.revoked', { name: bidiIsolate(latestName) }))
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error
      showToast(t('tokens.revokedBefore', { name: bidiIsolate(name) }))
    }
    return true
  }
}
